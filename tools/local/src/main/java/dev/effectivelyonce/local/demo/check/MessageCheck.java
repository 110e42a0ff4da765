package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.local.demo.plan.PlannedMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Whether each message is accounted for: acknowledged or dead-lettered, and nothing else is there.
 */
final class MessageCheck {
  private final Evidence evidence;

  MessageCheck(Evidence evidence) {
    this.evidence = evidence;
  }

  List<Violation> violations() {
    List<Violation> found = new ArrayList<>();
    evidence.plan().messages().forEach(message -> unaccounted(message).ifPresent(found::add));
    evidence.plan().messages().forEach(message -> accepted(message).ifPresent(found::add));
    evidence
        .deliveries()
        .strangers()
        .forEach(
            (queue, bodies) ->
                bodies.forEach(
                    body ->
                        found.add(
                            new Violation(
                                Breach.STRAY_DEAD_LETTER, queue, body, "the plan holds no such"))));
    evidence
        .deliveries()
        .left()
        .forEach(
            (queue, count) -> {
              if (count > 0) {
                found.add(
                    new Violation(
                        Breach.LEFT_OVER, queue, queue.label(), count + " messages remain"));
              }
            });
    return found;
  }

  private Optional<Violation> unaccounted(PlannedMessage message) {
    return evidence.isAcknowledged(message) || evidence.isDead(message)
        ? Optional.empty()
        : Optional.of(
            new Violation(
                Breach.LOST,
                message.queue(),
                subject(message),
                "neither acknowledged nor in the dead-letter queue"));
  }

  /** Returns a violation if the message was acknowledged, though no consumer may acknowledge it. */
  private Optional<Violation> accepted(PlannedMessage message) {
    boolean mustBeRefused =
        message.role().isPoison() || message.role() == PlannedMessage.Role.REUSED_KEY;
    return mustBeRefused && evidence.isAcknowledged(message) && !evidence.isDead(message)
        ? Optional.of(
            new Violation(
                Breach.LOST,
                message.queue(),
                subject(message),
                "acknowledged, though it can only be refused"))
        : Optional.empty();
  }

  private static String subject(PlannedMessage message) {
    return "message "
        + message.number()
        + " ("
        + message.role()
        + message.event().map(event -> " of " + event.key()).orElse("")
        + ")";
  }
}
