package dev.effectivelyonce.spring;

import java.time.Duration;
import org.springframework.messaging.Message;

/** Hides a message of a broker from other receivers, for a time that begins now. */
interface Hiding {
  /** Must not throw. Zero lets the message come back at once. */
  void hide(Message<?> message, Duration time);
}
