package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.engine.DeliverySpan.Relation;
import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.steps.AttemptAbortedError;
import dev.effectivelyonce.core.steps.StepFailedException;
import dev.effectivelyonce.core.steps.StepNotDoneException;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.Transactions;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Records how a handler ended. */
final class OutcomeRecorder {
  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

  private static final ErrorSummary NULL_RESULT =
      ErrorSummary.refused("The handler returned null; return HandlerResult.completed() instead");

  static final ErrorSummary NO_TRANSACTIONS =
      ErrorSummary.refused(
          "The handler returned effects, but the store has no transactions: return"
              + " HandlerResult.completed(), or use a store that has them");

  private static final ErrorSummary TWO_VALUES =
      ErrorSummary.refused(
          "The handler returned a value together with effects that yield one: return"
              + " only HandlerResult.commit(effects), or effects that yield none");

  private final IdempotencyStore store;
  private final ConsumerSettings settings;
  private final Platform platform;
  private final RepeatedWrite writes;
  private final StoredValues results;
  private final DeliveryContext delivery;

  OutcomeRecorder(
      IdempotencyStore store,
      ConsumerSettings settings,
      Platform platform,
      ResultSerializer serializer,
      DeliveryContext delivery) {
    this.store = store;
    this.settings = settings;
    this.platform = platform;
    this.writes = new RepeatedWrite(platform);
    this.results = new StoredValues(serializer);
    this.delivery = delivery;
  }

  /** Records the end that a handler has returned, or follows the policy if that is no end. */
  Outcome returned(HandlerResult result, IdempotencyRecord mine, Instant stopAt) {
    Optional<ErrorSummary> mistake = mistake(result);
    return mistake.isPresent()
        ? doubtful(mistake.get(), mine, stopAt)
        : ended(result, mine, stopAt);
  }

  /**
   * Returns why what a handler has returned is no end; empty if it is one. Such a mistake is
   * treated like an exception: it does not say whether the effect happened.
   */
  static Optional<ErrorSummary> mistake(HandlerResult result) {
    if (Objects.isNull(result)) {
      return Optional.of(NULL_RESULT);
    }
    return switch (result) {
      case HandlerResult.Completed(Optional<Object> value) -> value.flatMap(PendingWork::in);
      case HandlerResult.Committing(var ignored, Optional<Object> value) ->
          value.flatMap(PendingWork::in);
      case HandlerResult.Unsuccessful ignored -> Optional.empty();
    };
  }

  private Outcome ended(HandlerResult result, IdempotencyRecord mine, Instant stopAt) {
    return switch (result) {
      case HandlerResult.Completed(Optional<Object> value) -> complete(value, mine, stopAt);
      case HandlerResult.Retry(String reason, Optional<Duration> delay) ->
          release(new ErrorSummary(reason), delay, mine, stopAt);
      case HandlerResult.Committing committing -> commit(committing, mine, stopAt);
      case HandlerResult.Fail(String reason) -> fail(new ErrorSummary(reason), mine, stopAt);
    };
  }

  Outcome threw(Throwable thrown, IdempotencyRecord mine, Instant stopAt) {
    return switch (thrown) {
      case AttemptAbortedError stopped -> stopped(stopped, mine, stopAt);
      case StepNotDoneException notDone -> release(notDone.why(), Optional.empty(), mine, stopAt);
      case StepFailedException failed -> fail(failed.why(), mine, stopAt);
      default -> doubtful(ErrorSummary.of(thrown), mine, stopAt);
    };
  }

  private Outcome stopped(AttemptAbortedError stopped, IdempotencyRecord mine, Instant stopAt) {
    return switch (stopped.reason()) {
      case SUPERSEDED -> new Outcome.Superseded(mine.attempt());
      case HELD -> hold(stopped.why(), mine, stopAt);
      case INTERRUPTED, LAPSED, CONTRADICTED -> doubtful(stopped.why(), mine, stopAt);
    };
  }

  /** Follows the policy: an exception does not say whether the effect happened. */
  private Outcome doubtful(ErrorSummary why, IdempotencyRecord mine, Instant stopAt) {
    return settings.abandoned() == AbandonedClaimPolicy.HOLD
        ? hold(why, mine, stopAt)
        : release(why, Optional.empty(), mine, stopAt);
  }

  /** Fails the event, or holds it if a step is in doubt: a failed event leaves no doubt. */
  private Outcome fail(ErrorSummary why, IdempotencyRecord mine, Instant stopAt) {
    Optional<Step> doubtful = mine.doubt();
    if (doubtful.isPresent()) {
      String doubt =
          "Step %s is in doubt, so the event can't fail: %s".formatted(doubtful.get().name(), why);
      return hold(new ErrorSummary(doubt), mine, stopAt);
    }
    return record(
        Status.FAILED,
        () -> store.fail(mine, why, stamp()),
        new Outcome.Failed(why, mine.attempt()),
        mine,
        stopAt);
  }

  private Outcome commit(
      HandlerResult.Committing committing, IdempotencyRecord mine, Instant stopAt) {
    Optional<ErrorSummary> refusal = refusal(committing);
    return refusal.isPresent()
        ? fail(refusal.get(), mine, stopAt)
        : commit(store.transactions().orElseThrow(), committing, mine, stopAt);
  }

  private Outcome commit(
      Transactions transactions,
      HandlerResult.Committing committing,
      IdempotencyRecord mine,
      Instant stopAt) {
    // Made once: a store recognizes a commit that it has carried out only if it is sent unchanged.
    StoredResult given = kept(committing.value());
    Write.Complete completion = new Write.Complete(mine, given, stamp());
    Effects effects = committing.effects();
    Commit commit = new Commit.Completing(completion, effects, keeper(effects, given));
    try {
      return switch (writes.answer(() -> transactions.commit(commit), stopAt)) {
        case CommitResult.Committed(StoredResult result) -> inTime(executed(result, mine), mine);
        case CommitResult.Refused(Optional<IdempotencyRecord> current) ->
            arrivedBefore(current, completion)
                .map(standing -> executed(standing.result(), mine))
                .orElseGet(() -> superseded(current, mine));
        case CommitResult.EffectRefused(HandlerResult.Unsuccessful outcome) ->
            returned(outcome, mine, stopAt);
      };
    } catch (StoreException e) {
      return new Outcome.Unrecorded(e, mine.attempt());
    } catch (Exception | StackOverflowError bug) {
      // The effects may be the reason. Such an attempt counts, or the event would return for ever.
      // A commit that has arrived refuses the release, and one that is still to arrive is refused.
      ErrorSummary why = ErrorSummary.refused("The commit threw " + ErrorSummary.of(bug));
      return release(why, Optional.empty(), mine, stopAt);
    }
  }

  private static Outcome executed(StoredResult result, IdempotencyRecord mine) {
    return new Outcome.Executed(result, mine.attempt());
  }

  /** Returns why these effects can't be committed, whatever they are. */
  Optional<ErrorSummary> refusal(HandlerResult.Committing committing) {
    if (store.transactions().isEmpty()) {
      return Optional.of(NO_TRANSACTIONS);
    }
    return committing.effects().yieldsValue() && committing.value().isPresent()
        ? Optional.of(TWO_VALUES)
        : Optional.empty();
  }

  /** Returns the keeper of the value given, or of what the effects yield. */
  Commit.Keeper keeper(Effects effects, StoredResult given) {
    return effects.yieldsValue() ? this::decided : Commit.Keeper.of(given);
  }

  private CommitResult.GuardHeld decided(Optional<Object> yielded) {
    Optional<HandlerResult.Unsuccessful> refusal =
        yielded.flatMap(PendingWork::in).map(this::undone).or(() -> yielded.flatMap(this::refusal));
    return refusal.isPresent()
        ? new CommitResult.EffectRefused(refusal.get())
        : new CommitResult.Committed(kept(yielded));
  }

  /**
   * Returns the outcome of effects that are taken back while other work of theirs may go on: no
   * later attempt may repeat it under HOLD.
   */
  private HandlerResult.Unsuccessful undone(ErrorSummary why) {
    return settings.abandoned() == AbandonedClaimPolicy.HOLD
        ? HandlerResult.fail(why.text())
        : HandlerResult.retry(why.text());
  }

  private Optional<HandlerResult.Unsuccessful> refusal(Object yielded) {
    try {
      return results.refusal(yielded);
    } finally {
      clearInterrupt();
    }
  }

  StoredResult kept(Optional<Object> value) {
    return value.map(this::keep).orElseGet(StoredResult::none);
  }

  private Outcome complete(Optional<Object> value, IdempotencyRecord mine, Instant stopAt) {
    return completed(kept(value), mine, stopAt);
  }

  /** Completes the record with a value that is in its kept form. */
  Outcome completed(StoredResult kept, IdempotencyRecord mine, Instant stopAt) {
    return record(
        Status.COMPLETED,
        () -> store.complete(mine, kept, stamp()),
        new Outcome.Executed(kept, mine.attempt()),
        mine,
        stopAt);
  }

  private Outcome release(
      ErrorSummary why, Optional<Duration> delay, IdempotencyRecord mine, Instant stopAt) {
    return record(
        Status.RETRYABLE,
        () -> store.release(mine, why, stamp()),
        new Outcome.Released(why, delay, mine.attempt()),
        mine,
        stopAt);
  }

  private Outcome hold(ErrorSummary why, IdempotencyRecord mine, Instant stopAt) {
    return record(Status.UNKNOWN, () -> held(mine, why), new Outcome.Held(why), mine, stopAt);
  }

  /** Holds the record, once more if a renewal has left another lease meanwhile. */
  private WriteResult held(IdempotencyRecord seen, ErrorSummary why) {
    WriteResult answer = store.hold(seen, why, stamp());
    return answer instanceof WriteResult.Refused(Optional<IdempotencyRecord> current)
        ? current.filter(it -> isRenewed(it, seen)).map(it -> held(it, why)).orElse(answer)
        : answer;
  }

  private static boolean isRenewed(IdempotencyRecord current, IdempotencyRecord seen) {
    return current.isOwnedBy(seen.owner())
        && current.status() == Status.INPROGRESS
        && current.leaseUntil().isAfter(seen.leaseUntil());
  }

  private Outcome record(
      Status status,
      Supplier<WriteResult> write,
      Outcome recorded,
      IdempotencyRecord mine,
      Instant stopAt) {
    try {
      return switch (writes.answerAfterEffect(write, stopAt)) {
        case WriteResult.Written ignored -> inTime(recorded, mine);
        case WriteResult.Refused(Optional<IdempotencyRecord> current) ->
            arrivedBefore(current, mine.owner(), status) ? recorded : superseded(current, mine);
      };
    } catch (Throwable fault) {
      if (FatalProcessError.isShownBy(fault)) {
        throw fault;
      }
      return new Outcome.Unrecorded(RepeatedWrite.fault(fault), mine.attempt());
    }
  }

  private Outcome superseded(Optional<IdempotencyRecord> current, IdempotencyRecord mine) {
    current.ifPresent(it -> delivery.met(Relation.SUCCESSOR, it));
    return new Outcome.Superseded(mine.attempt());
  }

  /** Returns a recorded end; says so if it came after its lease, and nobody had taken it over. */
  private Outcome inTime(Outcome recorded, IdempotencyRecord mine) {
    Duration late = Duration.between(mine.leaseUntil(), platform.clock().instant());
    if (!late.isNegative()) {
      LOG.warn(
          "Attempt {} of {} ended {} after its lease. Nobody had taken it over, but another attempt"
              + " may do so and run beside the next late one: give it more time, or a heartbeat",
          mine.attempt(),
          mine.id(),
          late);
    }
    return recorded;
  }

  /** Returns whether the refused write repeated one that had arrived. */
  static boolean arrivedBefore(Optional<IdempotencyRecord> current, AttemptId mine, Status status) {
    return current.filter(it -> it.isOwnedBy(mine) && it.status() == status).isPresent();
  }

  /** Returns the record if this commit had arrived; an operator's completion has no effects. */
  private static Optional<IdempotencyRecord> arrivedBefore(
      Optional<IdempotencyRecord> current, Write.Complete completion) {
    return current
        .filter(it -> it.isOwnedBy(completion.attempt()) && it.status() == Status.COMPLETED)
        .filter(it -> it.stamp().equals(completion.stamp()));
  }

  private StoredResult keep(Object value) {
    try {
      return results.keep(value, settings.maxResultBytes());
    } finally {
      clearInterrupt();
    }
  }

  /** Clears an interrupt that a user's code left behind, which would break the next write. */
  static void clearInterrupt() {
    boolean ignored = Thread.interrupted();
  }

  private WriteTimestamp stamp() {
    return WriteTimestamp.of(platform.clock().instant(), settings.retention());
  }
}
