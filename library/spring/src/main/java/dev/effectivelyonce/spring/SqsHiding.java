package dev.effectivelyonce.spring;

import io.awspring.cloud.sqs.listener.SqsHeaders;
import io.awspring.cloud.sqs.listener.Visibility;
import java.time.Duration;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.messaging.Message;

/** By the visibility of a message in SQS. */
final class SqsHiding implements Hiding {
  private static final Logger LOG = LoggerFactory.getLogger(SqsHiding.class);

  @Override
  public void hide(Message<?> message, Duration time) {
    try {
      int seconds = Math.toIntExact(time.plusMillis(999).toSeconds());
      Objects.requireNonNull(
              message.getHeaders().get(SqsHeaders.SQS_VISIBILITY_TIMEOUT_HEADER, Visibility.class))
          .changeTo(seconds);
    } catch (RuntimeException e) {
      LOG.warn("A message's visibility was not changed. It comes back by that of its queue.", e);
    }
  }
}
