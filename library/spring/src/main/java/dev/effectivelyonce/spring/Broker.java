package dev.effectivelyonce.spring;

import dev.effectivelyonce.core.once.TryAgainException;
import java.time.Duration;
import org.springframework.messaging.Message;

/** How messages of a broker come back to their method, or don't. */
interface Broker {
  /** Code, which learns how an event ended. */
  Broker NONE = new Broker() {};

  /**
   * The longest wait of a consumer that handles nothing meanwhile: Kafka takes partitions away from
   * one that does not poll, and no consumer ends while it waits.
   */
  Duration LONGEST_WAIT = Duration.ofMinutes(1);

  /** Keeps a message from other receivers, for a time that begins now. Must not throw. */
  default void keep(Message<?> message, Duration time) {}

  /** Returns what to throw so that a message comes back when its event may run again. */
  default RuntimeException again(Message<?> message, TryAgainException why) {
    return why;
  }

  /** Returns what to throw so that a message leaves its queue, and is not lost. */
  default RuntimeException never(Message<?> message, RuntimeException why) {
    return why;
  }
}
