package dev.effectivelyonce.batch;

import dev.effectivelyonce.batch.Disposition.DeadLetter;
import java.time.Clock;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * Ends batches of a source that takes back either the whole batch or nothing. Messages that failed
 * for good are parked only if no other message comes back, because otherwise they come back too and
 * would be parked twice.
 *
 * @param <S> the type of the messages
 * @param parking the place where messages are parked
 * @param parked creates the parked message from a message and the reason
 * @param clock the clock on which the deadline is based
 */
public record WholeBatch<S extends SourceMessage>(
    Parking parking, BiFunction<S, String, ParkedMessage> parked, Clock clock) {
  /**
   * Ends a batch, and returns normally only if all of its messages are done.
   *
   * @param deadline the time after which nothing more is parked
   * @throws UnfinishedBatchException if a message may run again, or one that failed for good could
   *     not be parked. The whole batch then comes back
   */
  public void end(List<HandledMessage<S>> batch, Instant deadline) {
    refuse(
        batch.stream().filter(it -> it.disposition() instanceof Disposition.Fail).count(),
        batch.size(),
        "may run again");
    Parker parker = new Parker(parking, clock);
    Set<String> parkedIds = new HashSet<>();
    long unparked =
        batch.stream()
            .flatMap(handled -> finalFailure(handled).stream())
            .filter(it -> parkedIds.add(it.id()) && !parker.isParked(it, deadline))
            .count();
    refuse(unparked, batch.size(), "failed for good and could not be parked");
  }

  private Optional<ParkedMessage> finalFailure(HandledMessage<S> handled) {
    return handled.disposition() instanceof DeadLetter(String why)
        ? Optional.of(parked.apply(handled.message(), why).of(handled))
        : Optional.empty();
  }

  private static void refuse(long unfinished, int all, String why) {
    if (unfinished > 0) {
      throw new UnfinishedBatchException(unfinished, all, why);
    }
  }
}
