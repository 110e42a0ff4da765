package dev.effectivelyonce.spring;

import dev.effectivelyonce.core.engine.FatalProcessError;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.InvalidKeyException;
import dev.effectivelyonce.core.once.EffectivelyOnce;
import dev.effectivelyonce.core.once.FailedException;
import dev.effectivelyonce.core.once.HeldException;
import dev.effectivelyonce.core.once.OnceRequest;
import dev.effectivelyonce.core.once.TryAgainException;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.messaging.Message;

/** Runs a listener's method for a message, unless its event is done, or runs elsewhere. */
final class OnceListener {
  /** The longest time that SQS hides a message is 12 hours, counted from its receive. */
  static final Duration LONGEST = Duration.ofHours(11);

  /** The method, with a running attempt. */
  interface Body {
    @Nullable Object run(Attempt attempt) throws Exception;
  }

  private final EffectivelyOnce once;
  private final EventExpressions event;
  private final Redelivery redelivery;
  private final Clock clock;
  private final Consumer<FatalProcessError> fatal;

  OnceListener(
      EffectivelyOnce once,
      EventExpressions event,
      Redelivery redelivery,
      Clock clock,
      Consumer<FatalProcessError> fatal) {
    this.once = once;
    this.event = event;
    this.redelivery = redelivery;
    this.clock = clock;
    this.fatal = fatal;
  }

  /**
   * Returns what the method returned; null if its event was done before.
   *
   * @throws TryAgainException if the message has to come back
   * @throws FailedException if no attempt can handle it
   * @throws HeldException if an operator has to settle its event
   * @throws InvalidKeyException if it has no key
   * @throws FatalProcessError if the process can't go on
   */
  @Nullable Object run(Message<?> message, Body body) {
    AtomicReference<@Nullable Object> returned = new AtomicReference<>();
    try {
      once.runOrThrow(
          event.key(message),
          request(message),
          Object.class,
          attempt -> {
            Object value = body.run(attempt);
            if (value instanceof HandlerResult result) {
              return result;
            }
            if (value instanceof Effects effects) {
              return HandlerResult.commit(effects);
            }
            returned.set(value);
            return HandlerResult.completed();
          });
      return returned.get();
    } catch (TryAgainException e) {
      redelivery.comeBack(message, e.after());
      throw e;
    } catch (FailedException | HeldException | InvalidKeyException e) {
      redelivery.giveUp(message);
      throw e;
    } catch (FatalProcessError e) {
      fatal.accept(e);
      throw e;
    }
  }

  private OnceRequest request(Message<?> message) {
    OnceRequest request =
        OnceRequest.within(LONGEST)
            .onRenewal(until -> redelivery.hide(message, Duration.between(clock.instant(), until)));
    return event.fingerprint(message).map(request::fingerprint).orElse(request);
  }
}
