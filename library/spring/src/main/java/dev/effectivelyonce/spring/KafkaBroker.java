package dev.effectivelyonce.spring;

import dev.effectivelyonce.core.Causes;
import dev.effectivelyonce.core.EffectivelyOnceException;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.key.InvalidKeyException;
import dev.effectivelyonce.core.once.FailedException;
import dev.effectivelyonce.core.once.HeldException;
import dev.effectivelyonce.core.once.TryAgainException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.KafkaException;
import org.springframework.kafka.listener.ConsumerRecordRecoverer;
import org.springframework.kafka.listener.DefaultBackOffHandler;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.messaging.Message;
import org.springframework.util.backoff.BackOff;
import org.springframework.util.backoff.ExponentialBackOff;
import org.springframework.util.backoff.FixedBackOff;

/** By the error handler of a container of Kafka, which seeks: what comes after a record waits. */
final class KafkaBroker implements Broker {
  private static final int ATTEMPTS = 10;

  /** A record that waits for something else than its own success, however long. */
  static final class WaitingException extends EffectivelyOnceException {
    private static final long serialVersionUID = 1;

    private final long millis;

    WaitingException(Duration wait, TryAgainException why) {
      super(why.problem(), why.remedy(), why);
      this.millis = Collections.min(List.of(wait, LONGEST_WAIT)).toMillis();
    }
  }

  @Override
  public RuntimeException again(Message<?> message, TryAgainException why) {
    boolean hasFailed = why.outcome() instanceof Outcome.Released && why.after().isEmpty();
    return hasFailed ? why : new WaitingException(why.after().orElse(Duration.ofSeconds(1)), why);
  }

  @Override
  public RuntimeException never(Message<?> message, RuntimeException why) {
    return why;
  }

  /** Parks an event that failed for good or ten times, and lets others wait. */
  static final class WaitingErrorHandler extends DefaultErrorHandler {
    WaitingErrorHandler(ConsumerRecordRecoverer parking) {
      super(parking, backOff(), new Waits());
      // Whatever the method threw behind them: Spring takes some of it for fatal.
      addRetryableExceptions(TryAgainException.class, WaitingException.class);
      addNotRetryableExceptions(
          FailedException.class, HeldException.class, InvalidKeyException.class);
      setBackOffFunction(
          (ignored, thrown) ->
              waiting(thrown)
                  .map(it -> new FixedBackOff(it.millis, FixedBackOff.UNLIMITED_ATTEMPTS))
                  .orElse(null));
      // Each of them is an outcome that the observer gets.
      setLogLevel(KafkaException.Level.INFO);
    }

    private static BackOff backOff() {
      ExponentialBackOff backOff = new ExponentialBackOff(1000, 2);
      backOff.setMaxInterval(LONGEST_WAIT.toMillis());
      backOff.setMaxAttempts(ATTEMPTS - 1);
      return backOff;
    }
  }

  /** Each wait is as long as its own exception says: Spring asks for the back-off once a record. */
  private static final class Waits extends DefaultBackOffHandler {
    @Override
    public void onNextBackOff(
        @Nullable MessageListenerContainer container, @Nullable Exception thrown, long next) {
      super.onNextBackOff(container, thrown, millis(thrown, next));
    }
  }

  static long millis(@Nullable Exception thrown, long next) {
    return waiting(thrown).map(it -> it.millis).orElse(next);
  }

  private static Optional<WaitingException> waiting(@Nullable Throwable thrown) {
    return Stream.ofNullable(thrown)
        .flatMap(Causes::of)
        .filter(WaitingException.class::isInstance)
        .map(WaitingException.class::cast)
        .findFirst();
  }
}
