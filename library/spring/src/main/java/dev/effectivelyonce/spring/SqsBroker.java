package dev.effectivelyonce.spring;

import dev.effectivelyonce.core.once.TryAgainException;
import io.awspring.cloud.sqs.listener.SqsHeaders;
import io.awspring.cloud.sqs.listener.Visibility;
import java.time.Duration;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.messaging.Message;

/** By the visibility of a message in SQS. */
final class SqsBroker implements Broker {
  private static final Logger LOG = LoggerFactory.getLogger(SqsBroker.class);

  @Override
  public void keep(Message<?> message, Duration time) {
    try {
      int seconds = Math.toIntExact(time.plusMillis(999).toSeconds());
      Objects.requireNonNull(
              message.getHeaders().get(SqsHeaders.SQS_VISIBILITY_TIMEOUT_HEADER, Visibility.class))
          .changeTo(seconds);
    } catch (RuntimeException e) {
      LOG.warn("A message's visibility was not changed. It comes back by that of its queue.", e);
    }
  }

  @Override
  public RuntimeException again(Message<?> message, TryAgainException why) {
    why.after().ifPresent(wait -> keep(message, wait));
    return why;
  }

  /** Each receive ends at once, without running anything, until the queue moves the message. */
  @Override
  public RuntimeException never(Message<?> message, RuntimeException why) {
    keep(message, Duration.ZERO);
    return why;
  }
}
