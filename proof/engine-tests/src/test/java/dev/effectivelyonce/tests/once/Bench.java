package dev.effectivelyonce.tests.once;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.once.EffectivelyOnce;
import dev.effectivelyonce.core.once.EffectivelyOnceBuilder;
import dev.effectivelyonce.core.once.OnceRequest;
import dev.effectivelyonce.core.once.OnceResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.testkit.FaultyStore;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

/** Code that bills an invoice, over a faulty store in memory, with a clock that tests move. */
final class Bench {
  static final BusinessKey KEY = BusinessKey.of("I-1");
  static final Duration LEFT = Duration.ofSeconds(10);
  static final Duration MARGIN = Duration.ofSeconds(2);
  static final Duration RETENTION = Duration.ofDays(1);
  static final OnceRequest REQUEST = OnceRequest.within(LEFT);

  final ManualClock clock = new ManualClock();
  final FaultyStore store = new FaultyStore(new InMemoryStore());
  final AtomicInteger bills = new AtomicInteger();
  private final AbandonedClaimPolicy policy;

  Bench(AbandonedClaimPolicy policy) {
    this.policy = policy;
  }

  EffectivelyOnceBuilder builder() {
    Platform system = Platform.system();
    return EffectivelyOnce.of("invoices")
        .onAbandonedClaim(policy)
        .store(store)
        .retention(RETENTION)
        .leaseMargin(MARGIN)
        .platform(new Platform(clock, system.owners(), system.random(), clock::advance));
  }

  /** Bills, and says which bill it is. */
  String bill() {
    return "bill " + bills.incrementAndGet();
  }

  OnceResult<String> call() {
    return call(this::bill);
  }

  OnceResult<String> call(Callable<String> code) {
    return builder().build().runOrThrow(KEY, REQUEST, String.class, code);
  }

  /** The result of a call whose event was done at the clock's time. */
  <T> OnceResult<T> before(Optional<T> value) {
    Instant keptUntil = WriteTimestamp.of(clock.instant(), RETENTION).keptUntil();
    return new OnceResult.RanBefore<>(value, Optional.of(keptUntil));
  }

  Outcome run(Callable<?> code) {
    return builder().build().run(KEY, REQUEST, code);
  }

  /** Moves the clock to where a claim made now has lapsed. */
  void lapse() {
    clock.advance(LEFT.plus(MARGIN));
  }
}
