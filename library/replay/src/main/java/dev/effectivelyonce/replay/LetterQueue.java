package dev.effectivelyonce.replay;

import dev.effectivelyonce.core.key.ConsumerName;
import java.time.Duration;

/** A queue of a consumer's messages that failed for good. */
public sealed interface LetterQueue permits ReplayQueue, ParkingQueue {
  /** Returns the consumer. */
  ConsumerName consumer();

  /** Returns whether it is a FIFO queue. */
  boolean isFifo();

  /** Returns how long the consumer keeps its records. */
  Duration retention();
}
