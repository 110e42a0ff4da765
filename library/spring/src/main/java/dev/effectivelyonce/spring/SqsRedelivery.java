package dev.effectivelyonce.spring;

import io.awspring.cloud.sqs.listener.SqsHeaders;
import io.awspring.cloud.sqs.listener.Visibility;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.messaging.Message;

/** By a message's visibility. Its queue moves a message that came too often. */
final class SqsRedelivery implements Redelivery {
  private static final Logger LOG = LoggerFactory.getLogger(SqsRedelivery.class);

  @Override
  public void hide(Message<?> message, Duration time) {
    change(message, time);
  }

  @Override
  public void comeBack(Message<?> message, Optional<Duration> after) {
    after.ifPresent(wait -> change(message, wait));
  }

  @Override
  public void giveUp(Message<?> message) {
    // Each receive ends at once, without running anything, until the queue moves the message.
    change(message, Duration.ZERO);
  }

  private static void change(Message<?> message, Duration time) {
    Object header = message.getHeaders().get(SqsHeaders.SQS_VISIBILITY_TIMEOUT_HEADER);
    if (header instanceof Visibility visibility) {
      long seconds = time.plusMillis(999).toSeconds();
      try {
        visibility.changeTo(Math.clamp(seconds, 0, Visibility.MAX_VISIBILITY_TIMEOUT_SECONDS));
      } catch (RuntimeException e) {
        LOG.warn("The visibility of a message was not changed. It comes back by its queue's.", e);
      }
    }
  }
}
