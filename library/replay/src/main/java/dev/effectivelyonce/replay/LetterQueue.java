package dev.effectivelyonce.replay;

import dev.effectivelyonce.core.key.ConsumerName;
import java.time.Duration;

/** A place in which messages of a consumer wait that failed for good. */
public sealed interface LetterQueue permits ReplayQueue, ParkingQueue {
  /** Returns the consumer. */
  ConsumerName consumer();

  /** Returns whether it is a FIFO queue. */
  boolean isFifo();

  /** Returns how long the consumer keeps its records. */
  Duration retention();
}
