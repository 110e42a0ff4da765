package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.engine.Outcome.NotStarted;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Runs every delivery, and only the handler decides the outcome ({@link ConsumerMode#OBSERVE}).
 * Claims and outcomes are recorded as far as the store permits. An {@link Engine} that later meets
 * a completion recorded by this engine treats the event as a duplicate. An exception is a retryable
 * failure, whatever the consumer's policy is. A record is held only if the event fails after an
 * enforcing attempt has left one of its steps in doubt.
 */
public final class ObservingEngine implements DeliveryEngine {
  /** The time for a call of the store to fail; after a slower one, the store is left alone. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private static final Duration REST = Duration.ofSeconds(10);

  /**
   * What a delivery came to.
   *
   * @param yielded what its effects yielded, in its kept form
   */
  private record Ran(HandlerResult result, Optional<StoredResult> yielded) {
    Ran(HandlerResult result) {
      this(result, Optional.empty());
    }
  }

  private final EngineContext context;
  private volatile Instant restsUntil = Instant.MIN;

  /** Creates an engine with a context. The context's policy for abandoned claims is not used. */
  public ObservingEngine(EngineContext context) {
    this.context = context.with(context.settings().onAbandonedClaim(AbandonedClaimPolicy.RERUN));
  }

  /**
   * {@inheritDoc}
   *
   * <p>The handler runs unless the time is up before it starts. Without a claim its {@link
   * Attempt#number()} is 0. Observers see how the record ended; the outcome is that of the handler.
   */
  @Override
  public Outcome execute(Request request, Handler handler) {
    return WatchedHandler.around(handler, watched -> executed(request, watched));
  }

  private Outcome executed(Request request, Handler handler) {
    try (DeliveryContext delivery = context.delivery(request)) {
      return executed(delivery, request, handler);
    }
  }

  private Outcome executed(DeliveryContext delivery, Request request, Handler handler) {
    IdempotencyStore bounded = delivery.traced(context.store().withDeadline(request.deadline()));
    return switch (claim(delivery, request, bounded)) {
      case ClaimAcquirer.Result.Got(IdempotencyRecord mine) ->
          underClaim(delivery, request, handler, mine, bounded);
      case ClaimAcquirer.Result.Ended(NotStarted late) -> delivery.ended(late, 0);
      case ClaimAcquirer.Result.Ended(Outcome reason) ->
          withoutClaim(delivery, request, handler, TransitionReporter.summary(reason));
    };
  }

  /**
   * {@inheritDoc} This engine runs it, because without the consumer the event would not need a key.
   */
  @Override
  public Optional<Outcome> executeUnkeyed(Request request, ErrorSummary why, Handler handler) {
    try (DeliveryContext delivery = context.delivery(request)) {
      return Optional.of(
          WatchedHandler.around(handler, it -> withoutClaim(delivery, request, it, why)));
    }
  }

  /** {@inheritDoc} The copy runs like any other delivery. */
  @Override
  public Outcome follow(Request request, Handler handler, Outcome first) {
    return execute(request, handler);
  }

  @Override
  public void onUnreadable(UnreadMessage.Kind kind, ErrorSummary why) {
    context.onUnreadable(kind, why);
  }

  @Override
  public TraceSpan onBatch(int messages) {
    return context.batch(messages);
  }

  /** {@inheritDoc} Returns this engine unchanged, because it need not be fast. */
  @Override
  public DeliveryEngine forLanes(LaneThreads lanes, Instant deadline) {
    return this;
  }

  private ClaimAcquirer.Result claim(
      DeliveryContext delivery, Request request, IdempotencyStore bounded) {
    if (delivery.began().isBefore(restsUntil)) {
      return new ClaimAcquirer.Result.Ended(new Outcome.StoreFailed(resting()));
    }
    ClaimAcquirer.Result result = claimed(delivery, request, bounded);
    if (result instanceof ClaimAcquirer.Result.Ended(Outcome.StoreFailed ignored)) {
      restIfSlow(delivery.began());
    }
    return result;
  }

  private ClaimAcquirer.Result claimed(
      DeliveryContext delivery, Request request, IdempotencyStore bounded) {
    try {
      return context.acquirer(bounded, delivery).claim(delivery.claim(request), request);
    } catch (RuntimeException | Error bug) {
      // A delivery must not stop for it.
      return new ClaimAcquirer.Result.Ended(new Outcome.StoreFailed(RepeatedWrite.fault(bug)));
    }
  }

  private void restIfSlow(Instant asked) {
    Instant now = context.now();
    if (Duration.between(asked, now).compareTo(PATIENCE) > 0) {
      restsUntil = now.plus(REST);
    }
  }

  private Outcome underClaim(
      DeliveryContext delivery,
      Request request,
      Handler handler,
      IdempotencyRecord mine,
      IdempotencyStore bounded) {
    delivery.started(mine);
    OutcomeRecorder ending = context.recorder(bounded, delivery);
    Attempt attempt = delivery.observed(mine.attempt(), request.stopAt());
    Ran ran = run(delivery, handler, attempt, bounded, ending);
    delivery.ended(recorded(ending, ran, mine), mine.attempt());
    return said(ran.result(), mine.attempt());
  }

  private Outcome recorded(OutcomeRecorder ending, Ran ran, IdempotencyRecord mine) {
    // The end is written once and not repeated: other deliveries have their handlers to run.
    Instant now = context.now();
    Outcome outcome = recordedBy(ending, ran, mine, now);
    if (outcome instanceof Outcome.Unrecorded) {
      restIfSlow(now);
    }
    return outcome;
  }

  private static Outcome recordedBy(
      OutcomeRecorder ending, Ran ran, IdempotencyRecord mine, Instant stopAt) {
    try {
      return ran.yielded().isPresent()
          ? ending.completed(ran.yielded().get(), mine, stopAt)
          : ending.returned(ran.result(), mine, stopAt);
    } catch (RuntimeException | Error bug) {
      return new Outcome.Unrecorded(RepeatedWrite.fault(bug), mine.attempt());
    }
  }

  private Outcome withoutClaim(
      DeliveryContext delivery, Request request, Handler handler, ErrorSummary why) {
    if (isLate(request)) {
      return delivery.ended(new NotStarted(Outcome.Reason.DEADLINE), 0);
    }
    delivery.startedWithoutClaim(why);
    IdempotencyStore bounded = delivery.traced(context.store().withDeadline(request.deadline()));
    Attempt attempt = delivery.observed(0, request.stopAt());
    Ran ran = run(delivery, handler, attempt, bounded, context.recorder(bounded, delivery));
    return delivery.ended(said(ran.result(), 0), 0);
  }

  private boolean isLate(Request request) {
    return !context.now().isBefore(request.stopAt());
  }

  private static StoreException resting() {
    return new StoreException(
        StoreException.Kind.UNREACHABLE,
        "The store took too long to fail, and is not asked for " + REST.toSeconds() + " s",
        "See the failures before this one",
        null);
  }

  private static Ran run(
      DeliveryContext delivery,
      Handler handler,
      Attempt attempt,
      IdempotencyStore bounded,
      OutcomeRecorder ending) {
    try {
      HandlerResult result = delivery.handle(handler, attempt);
      Optional<ErrorSummary> mistake = OutcomeRecorder.mistake(result);
      if (mistake.isPresent()) {
        return new Ran(HandlerResult.retry(mistake.get().text()));
      }
      return result instanceof HandlerResult.Committing committing
          ? carriedOut(committing, attempt, bounded, ending)
          : new Ran(result);
    } catch (Throwable thrown) {
      // Errors are caught too: one message's stack overflow must not fail the whole batch.
      delivery.threw(thrown);
      return new Ran(HandlerResult.retry(ErrorSummary.of(thrown).text()));
    } finally {
      OutcomeRecorder.clearInterrupt();
    }
  }

  /** Carries out the effects whatever the record says, as without the consumer. */
  private static Ran carriedOut(
      HandlerResult.Committing committing,
      Attempt attempt,
      IdempotencyStore bounded,
      OutcomeRecorder ending) {
    Optional<ErrorSummary> refusal = ending.refusal(committing);
    if (refusal.isPresent()) {
      return new Ran(HandlerResult.fail(refusal.get().text()));
    }
    Effects effects = committing.effects();
    Commit.Keeper keeper = ending.keeper(effects, StoredResult.none());
    Commit commit = new Commit.Unrecorded(attempt.owner(), effects, keeper);
    return switch (bounded.transactions().orElseThrow().commit(commit)) {
      case CommitResult.Committed(StoredResult kept) ->
          new Ran(
              new HandlerResult.Completed(committing.value()),
              Optional.of(kept).filter(ignored -> effects.yieldsValue()));
      case CommitResult.Refused ignored -> throw new IllegalStateException("There is no record");
      case CommitResult.EffectRefused(HandlerResult.Unsuccessful outcome) -> new Ran(outcome);
    };
  }

  private static Outcome said(HandlerResult result, int attempt) {
    return switch (result) {
      case HandlerResult.Completed ignored -> new Outcome.Executed(StoredResult.none(), attempt);
      case HandlerResult.Committing ignored -> new Outcome.Executed(StoredResult.none(), attempt);
      case HandlerResult.Retry(String reason, var delay) ->
          new Outcome.Released(new ErrorSummary(reason), delay, attempt);
      case HandlerResult.Fail(String reason) ->
          new Outcome.Failed(new ErrorSummary(reason), attempt);
    };
  }
}
