package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.simulation.check.Invariant;
import dev.effectivelyonce.simulation.queue.SimulatedMessage;
import java.util.stream.Stream;

/** What must be true at the end of a history. */
final class Ending {
  private final Basis basis;
  private final Producer producer;

  Ending(Basis basis, Producer producer) {
    this.basis = basis;
    this.producer = producer;
  }

  void nothingIsLost() {
    for (Event event : producer.events()) {
      basis.findings.check(
          isCompleted(event) || isQueued(event),
          Invariant.NOTHING_LOST,
          event.body(),
          "is neither completed nor in a queue");
    }
  }

  boolean isAllCompleted() {
    return producer.events().stream().allMatch(this::isCompleted);
  }

  void everythingIsCompleted() {
    for (Event event : producer.events()) {
      basis.findings.check(
          isCompleted(event) || (isContradicted(event) && isQueued(event)),
          Invariant.EVERYTHING_COMPLETES,
          event.body(),
          "is not completed");
    }
  }

  private boolean isCompleted(Event event) {
    return basis.records.wasCompleted(event.id(), event.fingerprint(), Basis.START);
  }

  private boolean isQueued(Event event) {
    return Stream.concat(basis.source.messages().stream(), basis.deadLetters.messages().stream())
        .map(SimulatedMessage::body)
        .anyMatch(event.body()::equals);
  }

  private boolean isContradicted(Event event) {
    return producer.events().stream()
        .anyMatch(it -> it.key().equals(event.key()) && !it.equals(event));
  }
}
