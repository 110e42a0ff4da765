package dev.effectivelyonce.batch;

import java.time.Instant;

/**
 * Keeps messages that failed for good, for sources without dead letters. A message is put here
 * first and passed over in its source then. Safe for use by many threads.
 */
@FunctionalInterface
public interface Parking {
  /**
   * Puts a message aside, and returns when it is kept. A message may be put again after an answer
   * was lost or a process died. Its {@link ParkedMessage#id()} tells that both are one.
   *
   * @param deadline when the platform ends the attempt; give up by then
   * @throws RuntimeException if it may not be kept; its source keeps it then, and it comes again
   */
  void put(ParkedMessage message, Instant deadline);
}
