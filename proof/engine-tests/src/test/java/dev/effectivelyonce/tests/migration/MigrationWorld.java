package dev.effectivelyonce.tests.migration;

import dev.effectivelyonce.core.engine.ClaimMode;
import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.engine.ConsumerSettings;
import dev.effectivelyonce.core.engine.DeliveryEngine;
import dev.effectivelyonce.core.engine.EngineContext;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.engine.Request;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.testkit.InMemoryEffects;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.UnaryOperator;

/** Two stores, one event, and attempts of several deployments on it. */
final class MigrationWorld {
  static final RecordId ID = RecordId.of(new ConsumerName("orders"), BusinessKey.of("o-1"));
  static final Duration LEASE = Duration.ofSeconds(30);
  private static final Duration TIME = Duration.ofSeconds(20);

  final InMemoryStore old = new InMemoryStore();
  final InMemoryStore next = new InMemoryStore();
  final ManualClock clock = new ManualClock();
  private final AbandonedClaimPolicy policy;
  private final ClaimMode mode;
  private int owners;
  private int effects;

  MigrationWorld(AbandonedClaimPolicy policy, ClaimMode mode) {
    this.policy = policy;
    this.mode = mode;
  }

  int effects() {
    return effects;
  }

  /** A handler whose effect is committed with the record. */
  Handler committing() {
    return attempt -> HandlerResult.commit(InMemoryEffects.of(() -> effects++));
  }

  /** A handler whose effect happens at once, whatever becomes of the record. */
  Handler plain() {
    return attempt -> {
      effects++;
      return HandlerResult.completed();
    };
  }

  Outcome deliver(Deployment deployment, Handler handler) {
    return deliver(deployment, handler, clock, UnaryOperator.identity());
  }

  /** Delivers to an attempt whose stores are wrapped by what happens to it. */
  Outcome deliver(
      Deployment deployment,
      Handler handler,
      ManualClock local,
      UnaryOperator<IdempotencyStore> fate) {
    Instant now = local.instant();
    Request request =
        new Request(BusinessKey.of("o-1"), now.plus(TIME), now.plus(TIME), now.plus(LEASE));
    return engine(deployment, local, fate).execute(request, handler);
  }

  private DeliveryEngine engine(
      Deployment deployment, ManualClock local, UnaryOperator<IdempotencyStore> fate) {
    ConsumerSettings settings =
        ConsumerSettings.of(new ConsumerName("orders"), policy, Duration.ofDays(19));
    Platform platform =
        new Platform(local, () -> new AttemptId("owner-" + ++owners), () -> 7, local::advance);
    return DeliveryEngine.of(
        new EngineContext(
            settings,
            deployment.over(fate.apply(old), fate.apply(next)),
            platform,
            String::valueOf,
            ignored -> {}),
        ConsumerMode.ENFORCE,
        mode);
  }

  WriteTimestamp stamp() {
    return WriteTimestamp.of(clock.instant(), Duration.ofDays(19));
  }

  /** Leaves the claim of an attempt whose process died in its handler, and lapses it. */
  void abandon(Deployment deployment) {
    Intrusion death = Intrusion.none();
    deliver(deployment, attempt -> death.die(), clock, death::into);
    clock.advance(LEASE.plusSeconds(1));
  }

  /** Delivers until the event is done, each time after every lease has lapsed. */
  Outcome deliverToItsEnd(Deployment deployment, Handler handler) {
    Outcome outcome = deliver(deployment, handler);
    for (int i = 0; i < 6 && !(outcome instanceof Outcome.Duplicate); i++) {
      clock.advance(LEASE.multipliedBy(2));
      outcome = deliver(deployment, handler);
    }
    return outcome;
  }
}
