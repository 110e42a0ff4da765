package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.simulation.check.Invariant;
import dev.effectivelyonce.simulation.lambda.Invocation;
import dev.effectivelyonce.simulation.queue.SimulatedMessage;
import java.util.Optional;

/**
 * The order of effects in a message group: nothing overtakes a message that may still run from its
 * queue (ADR 6).
 */
record Order(HistoryContext basis) {

  /** A message has its effect. */
  void effect(Invocation invocation, String messageId) {
    if (!basis.source.isFifo() || !basis.plan.excludes()) {
      return;
    }
    Optional<SimulatedMessage> mine =
        basis.source.messages().stream().filter(it -> it.id().equals(messageId)).findFirst();
    mine.ifPresent(message -> check(invocation, message));
  }

  private void check(Invocation invocation, SimulatedMessage mine) {
    for (SimulatedMessage other : basis.source.messages()) {
      if (other.number() < mine.number() && other.group().equals(mine.group())) {
        basis.findings.check(
            mayBePassed(invocation, other),
            Invariant.ORDER_IN_GROUP,
            mine,
            "has its effect before",
            other);
      }
    }
  }

  private boolean mayBePassed(Invocation invocation, SimulatedMessage other) {
    return Event.of(other.body())
        .map(
            event ->
                basis.records.past().isForgotten(event.id())
                    || basis
                        .records
                        .past()
                        .wasFinal(event.id(), event.fingerprint(), invocation.began())
                    || isSpent(invocation, other, event))
        .orElse(true);
  }

  /** It failed on its last receive: SQS will not deliver it again. */
  private boolean isSpent(Invocation invocation, SimulatedMessage other, Event event) {
    return other.receives() >= basis.plan.maxReceives()
        && basis.records.past().wasReleased(event.id(), invocation.began());
  }
}
