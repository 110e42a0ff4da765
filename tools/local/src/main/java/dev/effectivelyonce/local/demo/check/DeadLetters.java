package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.local.demo.plan.DemoQueue;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.PlannedMessage;
import java.util.Map;
import java.util.stream.Collectors;

/** Why messages are in the dead-letter queues. */
record DeadLetters(Evidence evidence) {
  /** Returns how many messages of a queue are dead-lettered for each cause. */
  Map<Cause, Long> counts(DemoQueue queue) {
    return evidence.plan().messages(queue).stream()
        .filter(evidence::isDead)
        .collect(Collectors.groupingBy(this::cause, Collectors.counting()));
  }

  Cause cause(PlannedMessage message) {
    if (evidence.isNotDeleted(message)) {
      return Cause.NOT_DELETED;
    }
    return Cause.of(message.role())
        .orElseGet(() -> cause(evidence.plan().event(message).orElseThrow(), message));
  }

  private Cause cause(Event event, PlannedMessage message) {
    if (message.queue() == DemoQueue.FULFILMENT) {
      return causeOfSaga(event);
    }
    if (isHeld(event)) {
      return Cause.HELD;
    }
    return Cause.of(event.kind())
        .orElseGet(() -> evidence.isWornOut(message) ? Cause.WORN_OUT : Cause.NONE);
  }

  private Cause causeOfSaga(Event event) {
    return switch (SagaEnd.of(evidence.record(event))) {
      case WENT_BACK -> Cause.WENT_BACK;
      case HELD -> Cause.HELD;
      case STOPPED, NOT_BEGUN -> Cause.STOPPED;
      case SHIPPED -> evidence.isDisturbed() ? Cause.WORN_OUT : Cause.NONE;
    };
  }

  private boolean isHeld(Event event) {
    return !evidence.rules().allowsRepeats()
        && evidence.died(event)
        && evidence.has(event, Status.UNKNOWN);
  }
}
