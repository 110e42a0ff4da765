package dev.effectivelyonce.core.once;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.DeliveryEngine;
import dev.effectivelyonce.core.engine.EngineContext;
import dev.effectivelyonce.core.engine.FatalProcessError;
import dev.effectivelyonce.core.engine.Heartbeat;
import dev.effectivelyonce.core.engine.Margins;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.Request;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.BusinessKey;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * Runs code once for each business key, whatever calls it: an event bus, a topic, a bucket, a
 * schedule, a state machine or a method. Create one instance when the process starts and use it for
 * every call. It is safe for use by many threads.
 *
 * <p>The code runs on the calling thread, under the claim of its key. If another call runs with the
 * same key, this call does not wait for it, but returns {@link Outcome.InFlight}. If the thread is
 * interrupted while the code runs, the outcome is still recorded, and the thread is interrupted
 * when the call returns or throws.
 */
public final class EffectivelyOnce {
  private final EngineContext context;
  private final DeliveryEngine engine;
  private final Margins margins;
  private final Optional<Heartbeat> heartbeat;

  EffectivelyOnce(
      EngineContext context,
      Margins margins,
      Optional<Heartbeat> heartbeat,
      DeliveryEngine engine) {
    this.context = context;
    this.margins = margins;
    this.heartbeat = heartbeat;
    this.engine = engine;
  }

  /**
   * Returns a builder for a consumer; see {@link EffectivelyOnceBuilder} for the required settings.
   *
   * @param consumer the consumer's name, which scopes keys in the table, such as {@code invoices}
   * @throws ConfigurationException if the name is not valid for a consumer
   */
  public static EffectivelyOnceBuilder of(String consumer) {
    return new EffectivelyOnceBuilder(consumer);
  }

  /**
   * Runs the code unless its event is done, runs elsewhere, failed for good or is held. The value
   * that the code returns is kept for later calls; a {@link HandlerResult} is used as the result.
   * After an exception the outcome is not known: the code runs again under {@code RERUN}, and the
   * record is held under {@code HOLD}.
   *
   * <p>The caller may drop the event only if {@link Outcome#isDone} returns true.
   *
   * @throws FatalProcessError if the process can't go on; the outcome of the code is recorded
   * @throws IllegalArgumentException if the request's time is longer than the retention
   */
  public Outcome run(BusinessKey key, OnceRequest request, Callable<?> code) {
    return run(key, request, handling(code));
  }

  /**
   * Runs the code as {@link #run(BusinessKey, OnceRequest, Callable)} does, and passes it the
   * attempt.
   */
  public Outcome run(BusinessKey key, OnceRequest request, Handler code) {
    return executed(delivery(key, request), code);
  }

  /**
   * Runs the code as {@link #run(BusinessKey, OnceRequest, Callable)} does, and returns its value
   * or the value of an earlier call.
   *
   * @param type the type of the value, as which a kept value is read
   * @throws TryAgainException if the caller has to call again
   * @throws FailedException if no call can succeed
   * @throws HeldException if an operator has to settle the event
   * @throws FatalProcessError if the process can't go on; the outcome of the code is recorded
   */
  public <T> OnceResult<T> runOrThrow(
      BusinessKey key, OnceRequest request, Class<T> type, Callable<? extends T> code) {
    return runOrThrow(key, request, type, handling(code));
  }

  /**
   * Runs the code as {@link #runOrThrow(BusinessKey, OnceRequest, Class, Callable)} does, and
   * passes it the attempt.
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
    return new Request(key, margins.startUntil(deadline), deadline, margins.leaseUntil(deadline))
        .withFingerprint(request.fingerprint())
        .withHeartbeat(heartbeat.map(it -> new Heartbeat(it.lease(), request.renewed())));
  }
}
