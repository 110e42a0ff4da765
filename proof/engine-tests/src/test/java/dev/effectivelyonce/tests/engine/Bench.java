package dev.effectivelyonce.tests.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Attempts;
import dev.effectivelyonce.core.engine.ConsumerSettings;
import dev.effectivelyonce.core.engine.Engine;
import dev.effectivelyonce.core.engine.EngineContext;
import dev.effectivelyonce.core.engine.KeyVisibility;
import dev.effectivelyonce.core.engine.ObservingEngine;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.engine.Request;
import dev.effectivelyonce.core.engine.ResultSerializer;
import dev.effectivelyonce.core.engine.SingleShotEngine;
import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.testkit.FaultyStore;
import dev.effectivelyonce.testkit.ForwardingStore;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.ManualClock;
import dev.effectivelyonce.testkit.ManualTimers;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A consumer over a faulty store in memory, with a clock that only the test and pauses move. */
final class Bench {
  static final BusinessKey KEY = BusinessKey.of("o-1001");
  static final ConsumerName ORDERS = new ConsumerName("orders");
  static final Duration TIME = Duration.ofSeconds(20);
  static final Duration MARGIN = Duration.ofSeconds(10);
  static final Duration RETENTION = Duration.ofDays(19);
  static final int MAX_RESULT_BYTES = 100;

  final ManualClock clock = new ManualClock();
  final ManualTimers timers = new ManualTimers(clock);
  final InMemoryStore memory = new InMemoryStore();
  final FaultyStore store = new FaultyStore(memory);
  final List<Transition> transitions = new CopyOnWriteArrayList<>();
  final List<Duration> pauses = new CopyOnWriteArrayList<>();

  /** Runs while an attempt pauses. */
  volatile Runnable meanwhile = () -> {};

  final Engine engine;
  private final AtomicInteger owners = new AtomicInteger();
  private final AbandonedClaimPolicy policy;

  Bench(AbandonedClaimPolicy policy) {
    this.policy = policy;
    this.engine = engine(store);
  }

  /** Another engine of the same consumer, over another view of the store. */
  Engine engine(IdempotencyStore view) {
    return new Engine(context(view));
  }

  /** Another engine, over a store that refuses each write of a kind. */
  Engine refusing(Class<? extends Write> kind) {
    return engine(
        new ForwardingStore(memory) {
          @Override
          public WriteResult write(Write write) {
            return kind.isInstance(write)
                ? new WriteResult.Refused(find(write.id()))
                : super.write(write);
          }
        });
  }

  Engine engine(
      IdempotencyStore view, Clock local, ResultSerializer serializer, TransitionObserver tell) {
    return new Engine(
        new EngineContext(settings(MAX_RESULT_BYTES), view, platform(local), serializer, tell));
  }

  /** An engine that only observes, of the same consumer. */
  ObservingEngine observing(IdempotencyStore view) {
    return new ObservingEngine(context(view));
  }

  /** Another engine of the same consumer, which keeps results of up to this size. */
  Engine engineKeeping(int maxResultBytes) {
    return new Engine(context(store, maxResultBytes, platform(clock)));
  }

  /** An engine that claims nothing first, of the same consumer. */
  SingleShotEngine singleShot(IdempotencyStore view) {
    return new SingleShotEngine(context(view));
  }

  /** Claims and ends of the same consumer, for work that the test does itself. */
  Attempts attempts() {
    return new Attempts(context(store));
  }

  /** An engine whose thread is interrupted whenever it waits. */
  Engine interruptedWhileItWaits() {
    Platform.Pause interrupted =
        pause -> {
          throw new InterruptedException();
        };
    return new Engine(context(store, MAX_RESULT_BYTES, platform(clock, interrupted)));
  }

  private EngineContext context(IdempotencyStore view) {
    return context(view, MAX_RESULT_BYTES, platform(clock));
  }

  private EngineContext context(IdempotencyStore view, int maxResultBytes, Platform platform) {
    return new EngineContext(
        settings(maxResultBytes), view, platform, String::valueOf, transitions::add);
  }

  private ConsumerSettings settings(int maxResultBytes) {
    return new ConsumerSettings(ORDERS, policy, RETENTION, maxResultBytes, KeyVisibility.HASHED);
  }

  private Platform platform(Clock local) {
    return platform(
        local,
        pause -> {
          pauses.add(pause);
          clock.advance(pause);
          meanwhile.run();
        });
  }

  private Platform platform(Clock local, Platform.Pause pause) {
    return new Platform(
        local, () -> new AttemptId("owner-" + owners.incrementAndGet()), () -> 0, pause, timers);
  }

  Outcome deliver(Handler handler) {
    return engine.execute(request(), handler);
  }

  /**
   * A delivery now, whose attempt has {@link #TIME} and a lease that ends {@link #MARGIN} later.
   */
  Request request() {
    return requestAt(clock.instant());
  }

  static Request requestAt(Instant now) {
    Instant end = now.plus(TIME);
    return new Request(KEY, end, end, end.plus(MARGIN));
  }

  /** A delivery now of another payload than that of other texts. */
  Request request(String payload) {
    return request().withFingerprint(Optional.of(Fingerprint.of(payload)));
  }

  /** Moves the clock to where a claim made now has lapsed. */
  void lapse() {
    clock.advance(TIME.plus(MARGIN));
  }

  IdempotencyRecord record() {
    return memory.find(RecordId.of(ORDERS, KEY)).orElseThrow();
  }

  /** The outcome of a copy whose event was completed at the clock's time. */
  Outcome duplicate(StoredResult result) {
    return new Outcome.Duplicate(
        result, Optional.of(WriteTimestamp.of(clock.instant(), RETENTION).keptUntil()));
  }

  boolean hasNoRecord() {
    return memory.find(RecordId.of(ORDERS, KEY)).isEmpty();
  }

  void assertRecord(Status status, int attempt) {
    assertThat(record().status()).isEqualTo(status);
    assertThat(record().attempt()).isEqualTo(attempt);
  }

  /** An operator settles the record as it is now. */
  void settle(Settlement decision) {
    memory.settle(record(), decision, WriteTimestamp.of(clock.instant(), RETENTION));
  }

  List<Transition.Kind> kinds() {
    return transitions.stream().map(Transition::kind).toList();
  }
}
