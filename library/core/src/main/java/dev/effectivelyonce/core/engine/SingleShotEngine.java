package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.Outcome.NotStarted;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.Decision;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.Transactions;
import java.time.Instant;
import java.util.Optional;

/**
 * Writes the record and the effects in one transaction, see {@link ClaimMode#SINGLE_SHOT}. If the
 * handler does not commit, another engine takes over the delivery and claims first. Holds no state
 * of its own, and is safe for use by many threads.
 */
public final class SingleShotEngine implements DeliveryEngine {
  private final EngineContext context;
  private final Engine claiming;
  private final RepeatedWrite writes;

  /**
   * Creates an engine with a context.
   *
   * @throws ConfigurationException if the store has no transactions
   */
  public SingleShotEngine(EngineContext context) {
    if (context.store().transactions().isEmpty()) {
      throw new ConfigurationException(
          "The consumer "
              + context.settings().name()
              + " writes record and effects at once, and its store has no transactions",
          "Leave claims(SINGLE_SHOT) out, or use a store that has them");
    }
    this.context = context;
    this.claiming = new Engine(context);
    this.writes = new RepeatedWrite(context.platform());
  }

  /**
   * {@inheritDoc}
   *
   * <p>If its first run does not commit, the handler runs once more, under a claim.
   */
  @Override
  public Outcome execute(Request request, Handler handler) {
    return WatchedHandler.around(handler, watched -> executed(request, watched));
  }

  private Outcome executed(Request request, Handler handler) {
    // The span of a handler that did not commit ends before the other engine begins its own.
    return atOnce(request, handler).orElseGet(() -> claiming.execute(request, handler));
  }

  private Optional<Outcome> atOnce(Request request, Handler handler) {
    try (DeliveryContext delivery = context.delivery(request)) {
      return atOnce(delivery, request, handler);
    }
  }

  private Optional<Outcome> atOnce(DeliveryContext delivery, Request request, Handler handler) {
    if (!delivery.began().isBefore(request.stopAt())) {
      return Optional.of(delivery.ended(new NotStarted(Outcome.Reason.DEADLINE), 0));
    }
    IdempotencyStore bounded = delivery.traced(context.store(request));
    return bounded
        .transactions()
        .flatMap(
            transactions ->
                atOnce(
                    transactions, context.recorder(bounded, delivery), delivery, request, handler))
        .map(outcome -> delivery.ended(outcome, outcome instanceof Outcome.Duplicate ? 0 : 1));
  }

  /** Returns empty if the other engine is to claim first; nothing was written then. */
  private Optional<Outcome> atOnce(
      Transactions transactions,
      OutcomeRecorder ending,
      DeliveryContext delivery,
      Request request,
      Handler handler) {
    StepsWithoutClaim steps = new StepsWithoutClaim();
    Claim claim = delivery.claim(request);
    Attempt attempt = delivery.atOnce(claim, request.stopAt(), steps);
    return run(delivery, handler, attempt)
        .filter(committing -> !steps.wereCalled())
        .filter(committing -> OutcomeRecorder.mistake(committing).isEmpty())
        .filter(committing -> ending.refusal(committing).isEmpty())
        .map(committing -> commit(claim, ending, committing))
        .flatMap(commit -> answer(transactions, commit, delivery, request.stopAt()));
  }

  private static Commit.AtOnce commit(
      Claim claim, OutcomeRecorder ending, HandlerResult.Committing committing) {
    StoredResult given = ending.kept(committing.value());
    Effects effects = committing.effects();
    return new Commit.AtOnce(claim, given, effects, ending.keeper(effects, given));
  }

  private Optional<Outcome> answer(
      Transactions transactions, Commit.AtOnce commit, DeliveryContext delivery, Instant stopAt) {
    try {
      return switch (writes.answer(() -> transactions.commit(commit), stopAt)) {
        case CommitResult.Committed(StoredResult result) -> Optional.of(executed(result));
        case CommitResult.Refused(Optional<IdempotencyRecord> current) ->
            refused(current, commit, delivery);
        case CommitResult.EffectRefused ignored -> Optional.empty();
      };
    } catch (StoreException e) {
      return Optional.of(new Outcome.Unrecorded(e, 1));
    } catch (Exception | StackOverflowError bug) {
      // The effects may be the reason, and only an attempt with a claim counts.
      return Optional.empty();
    }
  }

  private Optional<Outcome> refused(
      Optional<IdempotencyRecord> current, Commit.AtOnce commit, DeliveryContext delivery) {
    Claim claim = commit.claim();
    if (OutcomeRecorder.arrivedBefore(current, claim.owner(), Status.COMPLETED)) {
      return current.map(standing -> executed(standing.result()));
    }
    Instant now = context.now();
    if (Decision.decide(current, claim, now, context.settings().abandoned())
        instanceof Decision.Duplicate(IdempotencyRecord done)) {
      delivery.duplicates(done, claim);
      return Optional.of(Outcome.Duplicate.of(done));
    }
    return Optional.empty();
  }

  private static Outcome executed(StoredResult result) {
    return new Outcome.Executed(result, 1);
  }

  /** Returns empty if the handler did not commit; it then runs again, under a claim. */
  private static Optional<HandlerResult.Committing> run(
      DeliveryContext delivery, Handler handler, Attempt attempt) {
    try {
      return Optional.ofNullable(delivery.handle(handler, attempt))
          .filter(HandlerResult.Committing.class::isInstance)
          .map(HandlerResult.Committing.class::cast);
    } catch (Throwable thrown) {
      // Errors are caught too: one message's stack overflow must not fail the whole batch.
      return Optional.empty();
    } finally {
      OutcomeRecorder.clearInterrupt();
    }
  }

  /**
   * {@inheritDoc} The copy is a duplicate if the first is done; otherwise it has the outcome of the
   * first.
   */
  @Override
  public Outcome follow(Request request, Handler handler, Outcome first) {
    return claiming.follow(request, handler, first);
  }

  @Override
  public void onUnreadable(UnreadMessage.Kind kind, ErrorSummary why) {
    context.onUnreadable(kind, why);
  }

  @Override
  public TraceSpan onBatch(int messages) {
    return context.batch(messages);
  }

  /** {@inheritDoc} Commits of several lanes at the same moment share a transaction. */
  @Override
  public DeliveryEngine forLanes(LaneThreads lanes, Instant deadline) {
    return new SingleShotEngine(context.forLanes(lanes, deadline));
  }
}
