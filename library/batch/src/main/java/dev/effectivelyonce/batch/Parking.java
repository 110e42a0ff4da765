package dev.effectivelyonce.batch;

import java.time.Instant;

/**
 * Keeps messages that failed for good, for sources without a dead-letter queue. A message is first
 * parked here and then skipped in its source. Safe for use by many threads.
 */
@FunctionalInterface
public interface Parking {
  /**
   * Parks a message, and returns after it is stored. A message may be parked again after an answer
   * was lost or a process died; its {@link ParkedMessage#id()} shows that both are the same.
   *
   * @param deadline when the platform ends the attempt; the call must give up by then
   * @throws RuntimeException if the message may not be stored; its source then keeps it, and it
   *     comes again
   */
  void put(ParkedMessage message, Instant deadline);
}
