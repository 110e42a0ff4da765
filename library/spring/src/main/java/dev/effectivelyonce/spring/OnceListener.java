package dev.effectivelyonce.spring;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.FatalProcessError;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.InvalidKeyException;
import dev.effectivelyonce.core.once.EffectivelyOnce;
import dev.effectivelyonce.core.once.FailedException;
import dev.effectivelyonce.core.once.HeldException;
import dev.effectivelyonce.core.once.OnceRequest;
import dev.effectivelyonce.core.once.TryAgainException;
import java.lang.reflect.Method;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.messaging.Message;
import org.springframework.messaging.converter.MessageConversionException;
import org.springframework.messaging.handler.invocation.MethodArgumentResolutionException;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/** Runs a listener's method for a message, unless its event is done, or runs elsewhere. */
final class OnceListener {
  /** SQS hides a message for 12 hours at most, from its receive, which was a while ago. */
  static final Duration LONGEST = Duration.ofHours(12).minusMinutes(10);

  private static final boolean HAS_TRANSACTIONS =
      ClassUtils.isPresent(
          "org.springframework.transaction.support.TransactionSynchronizationManager",
          OnceListener.class.getClassLoader());

  /** The method, with a running attempt. */
  interface Body {
    @Nullable Object run(Attempt attempt) throws Exception;
  }

  private final Method method;
  private final EffectivelyOnce once;
  private final EventExpressions event;
  private final Surrounding.Around surrounding;
  private final Broker broker;
  private final Clock clock;
  private final Consumer<FatalProcessError> fatal;

  OnceListener(
      Method method,
      EffectivelyOnce once,
      EventExpressions event,
      Surrounding.Around surrounding,
      Broker broker,
      Clock clock,
      Consumer<FatalProcessError> fatal) {
    this.method = method;
    this.once = once;
    this.event = event;
    this.surrounding = surrounding;
    this.broker = broker;
    this.clock = clock;
    this.fatal = fatal;
  }

  /**
   * Returns if the event is done, now or before.
   *
   * @throws TryAgainException if the message has to come back
   * @throws FailedException if no attempt can handle it
   * @throws HeldException if an operator has to settle its event
   * @throws InvalidKeyException if it has no key
   * @throws ConfigurationException if it is called in a transaction
   * @throws FatalProcessError if the process can't go on
   */
  void run(Message<?> message, Body body) {
    if (HAS_TRANSACTIONS && TransactionSynchronizationManager.isActualTransactionActive()) {
      throw surrounded(method);
    }
    Instant end = clock.instant().plus(LONGEST);
    try (ClosableHandler handler = surrounding.around(handling(message, body))) {
      OnceRequest request =
          OnceRequest.within(LONGEST).onRenewal(until -> keep(message, until, end));
      once.runOrThrow(
          event.key(message),
          event.fingerprint(message).map(request::fingerprint).orElse(request),
          Object.class,
          handler);
    } catch (TryAgainException e) {
      throw broker.again(message, e);
    } catch (FailedException | HeldException | InvalidKeyException e) {
      throw broker.never(message, e);
    } catch (FatalProcessError e) {
      fatal.accept(e);
      throw e;
    }
  }

  static ConfigurationException surrounded(Method method) {
    return new ConfigurationException(
        ListenerMethods.shown(method)
            + " is called in a transaction, which would end after its record",
        "Remove the transaction manager of its container. If the rows are to be committed with the"
            + " record, put @Transactional on the method");
  }

  private Handler handling(Message<?> message, Body body) {
    return attempt -> {
      try {
        return result(body.run(attempt));
      } catch (MethodArgumentResolutionException | MessageConversionException e) {
        if (message.equals(e.getFailedMessage())) {
          // The method was not called.
          return HandlerResult.retry("The message does not fit the method's parameters");
        }
        throw e;
      }
    };
  }

  private HandlerResult result(@Nullable Object value) {
    if (value instanceof HandlerResult result) {
      return result;
    }
    if (value instanceof Effects effects) {
      return HandlerResult.commit(effects);
    }
    if (value == null
        ? ListenerMethods.returnsEnd(method)
        : ListenerMethods.isPending(value.getClass())) {
      throw new IllegalStateException("The method returned null, or work that goes on");
    }
    return HandlerResult.completed();
  }

  private void keep(Message<?> message, Instant until, Instant end) {
    Duration time = Duration.between(clock.instant(), Collections.min(List.of(until, end)));
    broker.keep(message, time.isNegative() ? Duration.ZERO : time);
  }
}
