package dev.effectivelyonce.core.once;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.DeliveryEngine;
import dev.effectivelyonce.core.engine.EngineContext;
import dev.effectivelyonce.core.engine.FatalProcessError;
import dev.effectivelyonce.core.engine.Heartbeat;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.Request;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.BusinessKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * Runs code once for each business key, whatever calls it: an event bus, a topic, a bucket, a
 * schedule, a state machine or a method. Make one when the process starts and use it for every
 * call; it is safe for use by many threads.
 *
 * <p>The code runs on the calling thread, under the claim of its key. A call of a key that runs
 * elsewhere does not wait for it: it is {@link Outcome.InFlight}. If the thread is interrupted
 * while the code runs, the end is recorded, and the thread is interrupted when the call returns or
 * throws.
 */
public final class EffectivelyOnce {
  private final EngineContext context;
  private final DeliveryEngine engine;
  private final Duration shutdownMargin;
  private final Duration leaseMargin;
  private final Optional<Heartbeat> heartbeat;

  EffectivelyOnce(EffectivelyOnceBuilder builder, EngineContext context, DeliveryEngine engine) {
    this.context = context;
    this.engine = engine;
    this.shutdownMargin = builder.shutdownMargin;
    this.leaseMargin = builder.leaseMargin;
    this.heartbeat = builder.heartbeat;
  }

  /**
   * Starts to describe one; {@link EffectivelyOnceBuilder} says what it needs.
   *
   * @param consumer scopes keys in the table, such as {@code invoices}
   * @throws ConfigurationException if it is no name of a consumer
   */
  public static EffectivelyOnceBuilder of(String consumer) {
    return new EffectivelyOnceBuilder(consumer);
  }

  /**
   * Runs the code unless its event is done, runs elsewhere, failed for good or is held. What the
   * code returns is kept for later calls; a {@link HandlerResult} is taken as such. An exception is
   * an outcome that the code does not know: run again under {@code RERUN}, held under {@code HOLD}.
   *
   * <p>Only with {@link Outcome#isDone} may the caller forget the event.
   *
   * @throws FatalProcessError if the process can't go on; what the code did is recorded
   * @throws IllegalArgumentException if the time is longer than the retention
   */
  public Outcome run(BusinessKey key, OnceRequest request, Callable<?> code) {
    return run(key, request, handling(code));
  }

  /** Runs the code as {@link #run(BusinessKey, OnceRequest, Callable)} does, with its attempt. */
  public Outcome run(BusinessKey key, OnceRequest request, Handler code) {
    return executed(delivery(key, request), code);
  }

  /**
   * Runs the code as {@link #run(BusinessKey, OnceRequest, Callable)} does, and returns its value,
   * or that of the call which ran before.
   *
   * @param type of the value, as which a value that was kept is read
   * @throws TryAgainException if the caller has to call again
   * @throws FailedException if no call can succeed
   * @throws HeldException if an operator has to settle the event
   * @throws FatalProcessError if the process can't go on; what the code did is recorded
   */
  public <T> OnceResult<T> runOrThrow(
      BusinessKey key, OnceRequest request, Class<T> type, Callable<? extends T> code) {
    return runOrThrow(key, request, type, handling(code));
  }

  /**
   * Runs the code as {@link #runOrThrow(BusinessKey, OnceRequest, Class, Callable)} does, with its
   * attempt.
   *
   * @throws ClassCastException if the value is not of the type; the event is done nevertheless
   */
  public <T> OnceResult<T> runOrThrow(
      BusinessKey key, OnceRequest request, Class<T> type, Handler code) {
    CapturedHandler captured = new CapturedHandler(code);
    Request delivery = delivery(key, request);
    Outcome outcome = executed(delivery, captured);
    Instant now = context.platform().clock().instant();
    return captured.result(outcome, type, context.serializer(), now, delivery.leaseFrom(now));
  }

  private Outcome executed(Request delivery, Handler code) {
    InterruptedCall call = new InterruptedCall(code);
    try {
      return engine.execute(delivery, call);
    } finally {
      context.flush();
      call.restore();
    }
  }

  private static Handler handling(Callable<?> code) {
    return attempt -> {
      Object value = code.call();
      return value instanceof HandlerResult result ? result : HandlerResult.completed(value);
    };
  }

  private Request delivery(BusinessKey key, OnceRequest request) {
    Instant deadline = context.platform().clock().instant().plus(request.positive());
    return new Request(
        key,
        request.fingerprint(),
        deadline.minus(shutdownMargin),
        deadline,
        deadline.plus(leaseMargin),
        heartbeat);
  }
}
