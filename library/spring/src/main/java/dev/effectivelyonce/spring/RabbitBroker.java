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
import org.springframework.messaging.Message;

/**
 * By the answer to a delivery of RabbitMQ. A message that is put back comes again at once, so its
 * consumer waits before it answers.
 */
record RabbitBroker(Platform platform) implements Broker {
  @Override
  public RuntimeException again(Message<?> message, TryAgainException why) {
    try {
      platform.pause().pause(Collections.min(List.of(wait(why), LONGEST_WAIT)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return new ImmediateRequeueAmqpException(why);
  }

  private Duration wait(TryAgainException why) {
    int attempt =
        why.outcome() instanceof Outcome.Released released ? Math.max(1, released.attempt()) : 1;
    return why.after().orElseGet(() -> Backoff.standard().after(attempt, platform.random()));
  }

  @Override
  public RuntimeException never(Message<?> message, RuntimeException why) {
    return new AmqpRejectAndDontRequeueException("No attempt can handle the message", why);
  }
}
