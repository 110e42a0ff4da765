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
import dev.effectivelyonce.core.once.OnceResult;
import dev.effectivelyonce.core.once.TryAgainException;
import java.lang.reflect.Method;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.messaging.Message;
import org.springframework.messaging.converter.MessageConversionException;
import org.springframework.messaging.handler.invocation.MethodArgumentResolutionException;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/** Runs a method, unless the event is done, or runs elsewhere. */
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
  private final AtomicInteger running;
  private final EffectivelyOnce once;
  private final EventExpressions expressions;
  private final Surrounding.Around surrounding;
  private final Broker broker;
  private final Clock clock;
  private final Consumer<FatalProcessError> fatal;

  OnceListener(
      Method method,
      AtomicInteger running,
      EffectivelyOnce once,
      EventExpressions expressions,
      Surrounding.Around surrounding,
      Broker broker,
      Clock clock,
      Consumer<FatalProcessError> fatal) {
    this.method = method;
    this.running = running;
    this.once = once;
    this.expressions = expressions;
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
    Instant end = clock.instant().plus(LONGEST);
    try {
      run(
          EventExpressions.of(message),
          OnceRequest.within(LONGEST).onRenewal(until -> keep(message, until, end)),
          Object.class,
          handling(message, body));
    } catch (TryAgainException e) {
      throw broker.again(message, e);
    } catch (FailedException | HeldException | InvalidKeyException e) {
      throw broker.never(message, e);
    }
  }

  /**
   * Returns what the method returns, or returned in an earlier call.
   *
   * @param arguments those of the method, by the names of its parameters
   * @throws TryAgainException if the caller has to call again
   * @throws FailedException if no attempt can handle the event
   * @throws HeldException if an operator has to settle it
   * @throws InvalidKeyException if it has no key
   * @throws ConfigurationException if it is called in a transaction
   * @throws IllegalStateException if the event is done, and its value was too large to be kept
   * @throws FatalProcessError if the process can't go on
   */
  @Nullable Object call(Map<String, @Nullable Object> arguments, Body body) {
    OnceResult<?> result =
        run(
            arguments,
            OnceRequest.within(LONGEST),
            ClassUtils.resolvePrimitiveIfNecessary(method.getReturnType()),
            attempt -> {
              Object value = body.run(attempt);
              return value == null ? HandlerResult.completed() : HandlerResult.completed(value);
            });
    if (result instanceof OnceResult.NotKept<?>(var why)) {
      throw new IllegalStateException(
          ListenerMethods.shown(method) + " is done, and its value was not kept: " + why.reason());
    }
    return result.value().orElse(null);
  }

  private <T> OnceResult<T> run(
      Map<String, @Nullable Object> event, OnceRequest request, Class<T> type, Handler handler) {
    requireNoTransaction(method);
    try (ClosableHandler around = surrounding.around(counted(running, handler))) {
      return once.runOrThrow(
          expressions.key(event),
          expressions.fingerprint(event).map(request::fingerprint).orElse(request),
          type,
          around);
    } catch (FatalProcessError e) {
      fatal.accept(e);
      throw e;
    }
  }

  /**
   * @throws ConfigurationException if the method is called in a transaction
   */
  static void requireNoTransaction(Method method) {
    if (HAS_TRANSACTIONS && TransactionSynchronizationManager.isActualTransactionActive()) {
      throw surrounded(method);
    }
  }

  static Handler counted(AtomicInteger running, Handler handler) {
    return attempt -> {
      running.incrementAndGet();
      try {
        return handler.handle(attempt);
      } finally {
        running.decrementAndGet();
      }
    };
  }

  static ConfigurationException surrounded(Method method) {
    return new ConfigurationException(
        ListenerMethods.shown(method)
            + " is called in a transaction, which would end after its record",
        "Remove the transaction manager of its container, or @Transactional from its caller. If the"
            + " rows are to be committed with the record, put @Transactional on the method");
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
