package dev.effectivelyonce.replay;

import dev.effectivelyonce.sqs.SourceQueue;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/**
 * A source queue and its dead-letter queue. Every method throws {@link QueueException} if the queue
 * can't be used; the call may then have been carried out or not.
 */
interface QueuePair {
  /**
   * The facts that a run needs beforehand.
   *
   * @param source the source queue
   * @param sourceRetention how long the source queue keeps messages
   * @param unmarked the origin of a dead letter that names no queue it was moved from
   */
  record Facts(SourceQueue source, Duration sourceRetention, Candidate.Origin unmarked) {}

  Facts facts();

  /** Returns at most so many dead letters, hidden from others for a while. */
  List<DeadLetter> receive(int most, Duration hidden, Duration wait);

  /** Sends a copy to the source queue. Returns the copy's message id. */
  String send(DeadLetter letter);

  /** Deletes a message from the dead-letter queue. */
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
