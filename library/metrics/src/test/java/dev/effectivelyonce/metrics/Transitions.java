package dev.effectivelyonce.metrics;

import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.engine.Transition.Kind;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.AttemptId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Transitions for the tests of this module. */
final class Transitions {
  static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  static final ConsumerName ORDERS = new ConsumerName("orders");

  private Transitions() {}

  static Transition of(Kind kind, long elapsedMillis) {
    return of(ORDERS, kind, elapsedMillis, Optional.empty());
  }

  static Transition held(Kind kind, long heldMillis) {
    return of(ORDERS, kind, heldMillis + 5, Optional.of(Duration.ofMillis(heldMillis)));
  }

  static Transition of(
      ConsumerName consumer, Kind kind, long elapsedMillis, Optional<Duration> held) {
    return new Transition(
        kind,
        consumer,
        RecordId.of(consumer, BusinessKey.of("o-1001")),
        new AttemptId("owner"),
        1,
        NOW.plusMillis(elapsedMillis),
        Duration.ofMillis(elapsedMillis),
        held,
        Optional.empty(),
        Optional.empty());
  }
}
