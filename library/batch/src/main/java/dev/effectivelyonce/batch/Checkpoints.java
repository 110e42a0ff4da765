package dev.effectivelyonce.batch;

import dev.effectivelyonce.batch.Disposition.DeadLetter;
import dev.effectivelyonce.batch.PartitionedMessage.Position;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/**
 * Determines how far a batch is done. Messages that failed for good are parked in the order of
 * their partition, and are then done. No message behind the first one that comes back is parked,
 * because it comes back too and would be parked twice.
 *
 * @param <S> the type of the messages
 * @param parking the place where messages are parked
 * @param parked creates the parked message from a message and the reason
 * @param clock the clock on which the deadline is based
 */
public record Checkpoints<S extends PartitionedMessage>(
    Parking parking, BiFunction<S, String, ParkedMessage> parked, Clock clock) {
  /**
   * Returns the first message of each partition that is not done. This message and all messages
   * behind it come back.
   *
   * @param deadline the time after which nothing more is parked
   * @throws IllegalStateException if a message without a position is not done, because only a
   *     failed batch keeps it from being skipped
   */
  public List<S> unfinished(List<HandledMessage<S>> batch, Instant deadline) {
    if (batch.stream().anyMatch(it -> it.isFailed() && it.message().position().isEmpty())) {
      throw new IllegalStateException(
          "A record without a position failed. It would be passed over; the batch fails.");
    }
    Collection<List<HandledMessage<S>>> partitions =
        batch.stream()
            .filter(it -> it.message().position().isPresent())
            .collect(Collectors.groupingBy(it -> position(it).partition()))
            .values();
    return partitions.stream().flatMap(it -> first(it, deadline).stream()).toList();
  }

  private Optional<S> first(List<HandledMessage<S>> partition, Instant deadline) {
    Set<Position> done = new HashSet<>();
    return partition.stream()
        .sorted(Comparator.comparing(it -> position(it).number()))
        .filter(it -> !isDone(it, done, deadline))
        .map(HandledMessage::message)
        .findFirst();
  }

  private boolean isDone(HandledMessage<S> handled, Set<Position> parkedHere, Instant deadline) {
    return switch (handled.disposition()) {
      case Disposition.Acknowledge ignored -> true;
      case Disposition.Fail ignored -> false;
      case DeadLetter(String why) ->
          parkedHere.contains(position(handled))
              || (isParked(handled, why, deadline) && parkedHere.add(position(handled)));
    };
  }

  private boolean isParked(HandledMessage<S> handled, String why, Instant deadline) {
    ParkedMessage kept = parked.apply(handled.message(), why).of(handled);
    return new Parker(parking, clock).isParked(kept, deadline);
  }

  private static Position position(HandledMessage<? extends PartitionedMessage> handled) {
    return handled.message().position().orElseThrow();
  }
}
