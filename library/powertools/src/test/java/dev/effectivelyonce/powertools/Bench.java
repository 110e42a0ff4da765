package dev.effectivelyonce.powertools;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.testkit.FaultyStore;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import software.amazon.lambda.powertools.idempotency.Idempotency;
import software.amazon.lambda.powertools.idempotency.IdempotencyConfig;

/**
 * A woven function over a faulty store in memory. Powertools reads the system's clock, so this
 * clock starts there; only the test and pauses move it.
 */
final class Bench {
  static final Duration EXPIRATION = Duration.ofDays(19);

  final ManualClock clock = new ManualClock(Instant.now().truncatedTo(ChronoUnit.MILLIS));
  final InMemoryStore memory = new InMemoryStore();
  final FaultyStore store = new FaultyStore(memory);
  final List<Transition> transitions = new CopyOnWriteArrayList<>();
  final Shop shop = new Shop();
  private final AtomicInteger owners = new AtomicInteger();

  /** Without anything optional; it keeps the context of its invocation. */
  static IdempotencyConfig config() {
    return config(it -> it);
  }

  /** With something optional besides. */
  static IdempotencyConfig config(UnaryOperator<IdempotencyConfig.Builder> more) {
    return more.apply(IdempotencyConfig.builder().withExpiration(EXPIRATION)).build();
  }

  /** A function as users configure it, without anything optional. */
  static Bench plain() {
    return of(it -> it, config());
  }

  static Bench of(UnaryOperator<FencedStoreBuilder> settings, IdempotencyConfig config) {
    Bench bench = new Bench();
    bench.configure(settings, config);
    return bench;
  }

  static Bench holding() {
    return of(it -> it.onAbandonedClaim(AbandonedClaimPolicy.HOLD), config());
  }

  static Bench caching() {
    return of(it -> it, config(it -> it.withUseLocalCache(true)));
  }

  /** A new environment of the same function: nothing is left of the one before. */
  void configure(UnaryOperator<FencedStoreBuilder> settings, IdempotencyConfig config) {
    Idempotency.config()
        .withPersistenceStore(settings.apply(builder(store)).build())
        .withConfig(config)
        .configure();
  }

  FencedStoreBuilder builder(IdempotencyStore records) {
    return FencedPersistenceStore.of("shop", records)
        .platform(platform())
        .observer(transitions::add);
  }

  private Platform platform() {
    return new Platform(
        clock, () -> new AttemptId("owner-" + owners.incrementAndGet()), () -> 0, clock::advance);
  }

  /** The store as Powertools' aspect calls it. */
  FencedPersistenceStore place() {
    return place(builder(memory));
  }

  static FencedPersistenceStore place(FencedStoreBuilder builder) {
    FencedPersistenceStore store = builder.build();
    store.configure(config(), "place");
    return store;
  }

  static <T> Callable<T> failing(Exception exception) {
    return () -> {
      throw exception;
    };
  }

  /** Moves the clock to where a claim made now, without a context, has lapsed. */
  void lapse() {
    clock.advance(Duration.ofMinutes(16));
  }

  IdempotencyRecord record() {
    return memory.records().values().iterator().next();
  }

  /** Each record as its method and its status. */
  List<String> statuses() {
    return memory.records().values().stream()
        .map(it -> it.id().value().replaceFirst("#.*", " " + it.status()))
        .toList();
  }

  List<Transition.Kind> kinds() {
    return transitions.stream().map(Transition::kind).toList();
  }

  /** Runs on a thread of its own, as another environment's invocation does. */
  static <T> T elsewhere(Callable<T> call) throws Exception {
    try (var threads = Executors.newSingleThreadExecutor()) {
      return threads.submit(call).get();
    } catch (ExecutionException e) {
      throw new AssertionError("A call elsewhere failed", e.getCause());
    }
  }
}
