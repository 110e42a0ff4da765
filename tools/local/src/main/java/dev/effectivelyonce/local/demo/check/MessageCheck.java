package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.local.demo.plan.DemoQueue;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.Kind.Fate;
import dev.effectivelyonce.local.demo.plan.PlannedMessage;

/**
 * Whether each message is accounted for: acknowledged or dead-lettered with a cause, and nothing
 * else is there.
 */
record MessageCheck(Evidence evidence, Findings found) {
  void check() {
    evidence.plan().messages().forEach(this::check);
    Deliveries deliveries = evidence.deliveries();
    deliveries
        .strangers()
        .forEach(
            (queue, bodies) ->
                bodies.forEach(
                    body -> found.add(queue, body, "dead-lettered, and nobody sent it")));
    deliveries
        .left()
        .forEach(
            (queue, count) -> {
              if (count > 0) {
                found.add(queue, queue.label(), count + " messages remain in the queue");
              }
            });
  }

  private void check(PlannedMessage message) {
    boolean isDead = evidence.isDead(message);
    boolean isAcknowledged = evidence.isAcknowledged(message);
    if (!isDead && !isAcknowledged) {
      lost(message, "neither acknowledged nor in the dead-letter queue");
    }
    if (!isDead && isAcknowledged && !message.role().isRunnable()) {
      lost(message, "acknowledged, though it can only be refused");
    }
    if (isDead && message.role().isRunnable()) {
      Event event = evidence.plan().event(message).orElseThrow();
      found.addIf(
          !hasCause(event, message),
          event,
          "message %s is dead-lettered without a cause".formatted(message.number()));
    }
  }

  private boolean hasCause(Event event, PlannedMessage message) {
    boolean isRefused =
        event.id().queue() == DemoQueue.FULFILMENT
            ? SagaEnd.of(evidence.record(event)) != SagaEnd.SHIPPED
            : event.kind().fate() != Fate.APPLIED || evidence.has(event, Status.UNKNOWN);
    // What is not deleted in time comes back as a duplicate, until its receives are used up.
    boolean isNotDeleted = evidence.isDisturbed() && evidence.isAcknowledged(message);
    return isRefused || isNotDeleted || evidence.died(message);
  }

  private void lost(PlannedMessage message, String what) {
    String event = message.event().map(id -> " of " + id.key()).orElse("");
    String subject = "message %s (%s%s)".formatted(message.number(), message.role(), event);
    found.add(message.queue(), subject, "lost: " + what);
  }
}
