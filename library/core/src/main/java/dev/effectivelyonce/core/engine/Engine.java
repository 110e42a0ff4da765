package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.IdempotencyStore;
import java.time.Instant;

/**
 * Runs a consumer's handler once for each business key. It claims the record, runs the handler and
 * records the outcome. Holds no state of its own, and is safe for use by many threads.
 */
public final class Engine implements DeliveryEngine {
  private final EngineContext context;

  /** Creates an engine with a context. */
  public Engine(EngineContext context) {
    this.context = context;
  }

  /**
   * {@inheritDoc}
   *
   * <p>The handler runs only while this attempt's lease is live by the local clock.
   *
   * @throws IllegalArgumentException if the lease outlasts the consumer's retention
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
    IdempotencyStore bounded = delivery.traced(context.store(request));
    ClaimAcquirer claiming = context.acquirer(bounded, delivery);
    return switch (claiming.claim(delivery.claimToRenew(request), request)) {
      case ClaimAcquirer.Result.Ended(Outcome outcome) -> delivery.ended(outcome, 0);
      case ClaimAcquirer.Result.Got(IdempotencyRecord mine) -> {
        delivery.started(mine);
        yield delivery.ended(underClaim(delivery, request, handler, mine, bounded), mine.attempt());
      }
    };
  }

  private Outcome underClaim(
      DeliveryContext delivery,
      Request request,
      Handler handler,
      IdempotencyRecord mine,
      IdempotencyStore bounded) {
    try (RunningClaim claim =
        new RunningClaim(
            bounded, context.platform(), context.settings().retention(), mine, request)) {
      claim.begin();
      StepJournal steps = context.steps(claim, bounded, delivery, request.stopAt());
      Attempt attempt = delivery.under(mine, request.stopAt(), steps, claim);
      OutcomeRecorder ending = context.recorder(bounded, delivery);
      return run(delivery, steps.around(handler), attempt, claim, ending);
    }
  }

  /**
   * {@inheritDoc}
   *
   * <p>The copy is a duplicate if the first is done; otherwise it has the outcome of the first.
   * Neither the handler nor the store is called.
   */
  @Override
  public Outcome follow(Request request, Handler handler, Outcome first) {
    try (DeliveryContext delivery = context.delivery(request)) {
      return delivery.ended(
          switch (first) {
            case Outcome.Executed done -> new Outcome.Duplicate(done.result());
            case Outcome.Failed failed -> new Outcome.AlreadyFailed(failed.why());
            default -> first;
          },
          0);
    }
  }

  @Override
  public void onUnreadable(UnreadMessage.Kind kind, ErrorSummary why) {
    context.onUnreadable(kind, why);
  }

  @Override
  public TraceSpan onBatch(int messages) {
    return context.batch(messages);
  }

  /** {@inheritDoc} */
  @Override
  public DeliveryEngine forLanes(LaneThreads lanes, Instant deadline) {
    return new Engine(context.forLanes(lanes, deadline));
  }

  private static Outcome run(
      DeliveryContext delivery,
      Handler handler,
      Attempt attempt,
      RunningClaim claim,
      OutcomeRecorder ending) {
    HandlerResult result;
    try {
      result = delivery.handle(handler, attempt);
    } catch (Throwable thrown) {
      // Errors too: one message's stack overflow must not fail the whole batch.
      OutcomeRecorder.clearInterrupt();
      delivery.threw(thrown);
      return ending.threw(thrown, claim.mineAsItMayBe(), attempt.stopAt());
    }
    OutcomeRecorder.clearInterrupt();
    return ending.returned(result, claim.mineAsItMayBe(), attempt.stopAt());
  }
}
