package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.local.demo.plan.DemoQueue;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.PlannedMessage;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Why messages are in the dead-letter queues. */
final class DeadLetters {
  private final Evidence evidence;

  DeadLetters(Evidence evidence) {
    this.evidence = evidence;
  }

  /** Returns how many messages of a queue are dead-lettered for each cause. */
  Map<Cause, Long> counts(DemoQueue queue) {
    return evidence.plan().messages(queue).stream()
        .filter(evidence::isDead)
        .collect(Collectors.groupingBy(this::cause, Collectors.counting()));
  }

  List<Violation> violations() {
    return evidence.plan().messages().stream()
        .filter(evidence::isDead)
        .filter(message -> cause(message) == Cause.NONE)
        .map(this::stray)
        .toList();
  }

  Cause cause(PlannedMessage message) {
    return evidence.isNotDeleted(message) ? Cause.NOT_DELETED : causeOfRole(message);
  }

  private Cause causeOfRole(PlannedMessage message) {
    return switch (message.role()) {
      case NOT_JSON -> Cause.NOT_JSON;
      case WRONG_TYPE -> Cause.WRONG_TYPE;
      case MISSING_KEY -> Cause.MISSING_KEY;
      case BLANK_KEY -> Cause.BLANK_KEY;
      case REUSED_KEY -> Cause.KEY_REUSED;
      case GIVEN -> Cause.GIVEN;
      case FIRST, COPY -> cause(event(message), message);
    };
  }

  private Cause cause(Event event, PlannedMessage message) {
    return message.queue() == DemoQueue.FULFILMENT
        ? causeOfSaga(event)
        : causeOfEvent(event, message);
  }

  private Cause causeOfSaga(Event event) {
    return switch (SagaEnd.of(evidence.record(event))) {
      case WENT_BACK -> Cause.WENT_BACK;
      case HELD -> Cause.HELD;
      case STOPPED, NOT_BEGUN -> Cause.STOPPED;
      case SHIPPED -> evidence.deliveries().interference().isNone() ? Cause.NONE : Cause.WORN_OUT;
    };
  }

  private Cause causeOfEvent(Event event, PlannedMessage message) {
    if (isHeld(event)) {
      return Cause.HELD;
    }
    return switch (event.kind()) {
      case PERMANENT -> Cause.PERMANENT;
      case OVER_BALANCE -> Cause.OVER_BALANCE;
      case NO_ACCOUNT -> Cause.NO_ACCOUNT;
      case RETRYABLE_ALWAYS -> Cause.EXHAUSTED;
      case GIVEN -> Cause.GIVEN;
      default -> evidence.isWornOut(message) ? Cause.WORN_OUT : Cause.NONE;
    };
  }

  private boolean isHeld(Event event) {
    return !evidence.rules().allowsRepeats()
        && evidence.deaths(event) > 0
        && evidence.record(event).filter(row -> row.status() == Status.UNKNOWN).isPresent();
  }

  private Event event(PlannedMessage message) {
    return evidence.plan().event(message).orElseThrow();
  }

  private Violation stray(PlannedMessage message) {
    Event event = event(message);
    return new Violation(
        Breach.STRAY_DEAD_LETTER,
        message.queue(),
        event.id().key(),
        "message %d (%s) of an event that %s; deaths in its way: %d; record: %s"
            .formatted(
                message.number(),
                event.kind(),
                event.kind().fate(),
                evidence.deaths(event),
                evidence.record(event).map(Object::toString).orElse("none")));
  }
}
