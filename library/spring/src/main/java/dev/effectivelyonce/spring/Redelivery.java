package dev.effectivelyonce.spring;

import java.time.Duration;
import java.util.Optional;
import org.springframework.messaging.Message;

/** What a broker can do with a message whose event is not done. The listener throws besides. */
interface Redelivery {
  /** Hides a message that is being handled for so long, from now. */
  void hide(Message<?> message, Duration time);

  /**
   * Lets a message come back.
   *
   * @param after how long to wait; empty: as the broker has it
   */
  void comeBack(Message<?> message, Optional<Duration> after);

  /** Lets a message that no attempt can handle reach the dead-letter queue. */
  void giveUp(Message<?> message);
}
