package dev.effectivelyonce.replay;

import dev.effectivelyonce.sqs.SourceQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/**
 * A queue of letters, and the place to which they go back. Every method throws {@link
 * QueueException} if the queue can't be used; the call may then have been carried out or not.
 */
interface QueuePair {
  /**
   * The facts that a run needs beforehand.
   *
   * @param source the source queue; of parked records the parking queue
   * @param sourceRetention how long the source queue keeps messages; of parked records zero
   * @param unmarked the origin of a dead letter that names no queue it was moved from
   */
  record Facts(SourceQueue source, Duration sourceRetention, Candidate.Origin unmarked) {}

  Facts facts();

  /** Returns at most so many dead letters, hidden from others for a while. */
  List<DeadLetter> receive(int most, Duration hidden, Duration wait);

  /** Returns this pair for a run that ends by then. */
  default QueuePair withDeadline(Instant end) {
    return this;
  }

  /** Returns how long letters are hidden, besides their turns; after it a dead run's come back. */
  default Duration hiding() {
    return Duration.ofMinutes(5);
  }

  /** Returns letters that may be examined at once, each list in its order. */
  default Collection<List<DeadLetter>> lanes(List<DeadLetter> some) {
    return some.stream().map(List::of).toList();
  }

  /** Returns what tells a letter that failed again from others, as {@link #send} names it. */
  default String identity(DeadLetter letter) {
    return letter.id();
  }

  /** Sends a letter back. Returns the id that it has if it fails again. */
  String send(DeadLetter letter);

  /** Deletes a letter. */
  void delete(DeadLetter letter);

  /**
   * Hides dead letters from others for this long from now; zero makes them visible.
   *
   * @param receiptHandles the handles of their receives
   */
  void hide(Collection<String> receiptHandles, Duration hidden);

  /** Returns about how many messages are in the dead-letter queue, visible or not. */
  long depth();
}
