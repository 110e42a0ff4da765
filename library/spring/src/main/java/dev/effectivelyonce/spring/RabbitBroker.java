package dev.effectivelyonce.spring;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.once.TryAgainException;
import dev.effectivelyonce.core.retry.Backoff;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.springframework.amqp.AmqpRejectAndDontRequeueException;
import org.springframework.amqp.ImmediateRequeueAmqpException;
import org.springframework.amqp.support.AmqpHeaders;
import org.springframework.messaging.Message;

/**
 * By the answer to a delivery of RabbitMQ. A message that is put back comes again at once, so its
 * consumer waits before it answers.
 */
record RabbitBroker(Platform platform) implements Broker {
  @Override
  public RuntimeException again(Message<?> message, TryAgainException why) {
    try {
      platform.pause().pause(Collections.min(List.of(wait(message, why), LONGEST_WAIT)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return new ImmediateRequeueAmqpException(why);
  }

  private Duration wait(Message<?> message, TryAgainException why) {
    int counted = why.outcome() instanceof Outcome.Released released ? released.attempt() : 1;
    // An outage counts no attempt, and must not use up the deliveries of a quorum queue.
    int delivered =
        message.getHeaders().get(AmqpHeaders.RETRY_COUNT) instanceof Number again
            ? again.intValue() + 1
            : 1;
    int attempt = Math.max(1, Math.max(counted, delivered));
    return why.after().orElseGet(() -> Backoff.standard().after(attempt, platform.random()));
  }

  @Override
  public RuntimeException never(Message<?> message, RuntimeException why) {
    return new AmqpRejectAndDontRequeueException("No attempt can handle the message", why);
  }
}
