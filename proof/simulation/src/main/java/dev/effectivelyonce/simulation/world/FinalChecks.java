package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.simulation.check.Invariant;
import dev.effectivelyonce.simulation.history.Plan.Shape;
import java.util.function.Predicate;

/**
 * What must be true at the end of a history.
 *
 * @param kept whether a message of an event is kept somewhere
 * @param expired whether one was given up for good, by the source's own settings
 */
record FinalChecks(
    HistoryContext basis, Producer producer, Predicate<Event> kept, Predicate<Event> expired) {

  void nothingIsLost() {
    for (Event event : producer.events()) {
      basis.findings.check(
          isCompleted(event) || isQueued(event) || expired.test(event),
          Invariant.NOTHING_LOST,
          event.body(),
          "is neither completed nor in a queue");
    }
  }

  boolean isAllOver() {
    return producer.events().stream()
        .allMatch(
            event -> isCompleted(event) || isUndone(event) || isTorn(event) || expired.test(event));
  }

  void everythingIsCompleted() {
    for (Event event : producer.events()) {
      basis.findings.check(
          isEnded(event), Invariant.EVERYTHING_COMPLETES, event.body(), "is not completed");
    }
  }

  /** Whether that check would pass. */
  boolean isEverythingCompleted() {
    return producer.events().stream().allMatch(this::isEnded);
  }

  private boolean isEnded(Event event) {
    return isCompleted(event)
        || expired.test(event)
        || (isContradicted(event) && isQueued(event))
        || (isUndone(event) && isQueued(event))
        || (isTorn(event) && isQueued(event));
  }

  /** Where no record expires: another life begins a saga anew. */
  void sagasAreInStep() {
    if (basis.plan.shape() == Shape.SAGA && !producer.isLong()) {
      producer.events().stream().map(Event::id).distinct().forEach(basis.sagas::ended);
    }
  }

  private boolean isCompleted(Event event) {
    return basis.wasCompleted(event, HistoryContext.START);
  }

  /** Whether a saga that went back may run again, and fails as soon as it does. */
  boolean isReopened() {
    return producer.events().stream().anyMatch(event -> wentBack(event, Status.RETRYABLE));
  }

  /** A failover has forgotten a note in the midst of its saga, which may not know how to go on. */
  private boolean isTorn(Event event) {
    return basis.plan.shape() == Shape.SAGA && basis.records.past().isForgotten(event.id());
  }

  /** Its saga went back: it fails as often as it is replayed. */
  private boolean isUndone(Event event) {
    return wentBack(event, Status.FAILED);
  }

  private boolean wentBack(Event event, Status status) {
    return basis.plan.shape() == Shape.SAGA
        && basis
            .record(event)
            .filter(it -> it.status() == status && it.step("saga.failed").isPresent())
            .isPresent();
  }

  private boolean isQueued(Event event) {
    return kept.test(event);
  }

  private boolean isContradicted(Event event) {
    return producer.events().stream()
        .anyMatch(it -> it.key().equals(event.key()) && !it.equals(event));
  }
}
