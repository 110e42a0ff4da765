package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.local.demo.plan.PlannedMessage;
import dev.effectivelyonce.local.demo.plan.PlannedMessage.Role;

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
                    body ->
                        found.add(
                            Breach.STRAY_DEAD_LETTER, queue, body, "the plan holds no such")));
    deliveries
        .left()
        .forEach(
            (queue, count) -> {
              if (count > 0) {
                found.add(Breach.LEFT_OVER, queue, queue.label(), count + " messages remain");
              }
            });
  }

  private void check(PlannedMessage message) {
    boolean isDead = evidence.isDead(message);
    boolean isAcknowledged = evidence.isAcknowledged(message);
    boolean mustBeRefused = message.role().isPoison() || message.role() == Role.REUSED_KEY;
    if (!isDead && !isAcknowledged) {
      lost(message, "neither acknowledged nor in the dead-letter queue");
    }
    if (!isDead && isAcknowledged && mustBeRefused) {
      lost(message, "acknowledged, though it can only be refused");
    }
    if (isDead && new DeadLetters(evidence).cause(message) == Cause.NONE) {
      found.add(
          Breach.STRAY_DEAD_LETTER,
          evidence.plan().event(message).orElseThrow(),
          "message %s is dead-lettered".formatted(message.number()));
    }
  }

  private void lost(PlannedMessage message, String what) {
    String event = message.event().map(id -> " of " + id.key()).orElse("");
    String subject = "message %s (%s%s)".formatted(message.number(), message.role(), event);
    found.add(Breach.LOST, message.queue(), subject, what);
  }
}
