package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.engine.DeliverySpan.Relation;
import dev.effectivelyonce.core.engine.Outcome.NotStarted;
import dev.effectivelyonce.core.engine.Outcome.Reason;
import dev.effectivelyonce.core.protocol.Decision;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.core.store.WriteResult.Refused;
import dev.effectivelyonce.core.store.WriteResult.Written;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;

/** Acquires the claim, or returns the delivery's outcome without it. For one delivery. */
final class ClaimAcquirer {
  /** The number of lost races after which an attempt no longer tries. */
  static final int MAX_RACES = 5;

  private static final ErrorSummary LAPSED =
      new ErrorSummary("The lease lapsed before the attempt ended");
  private static final ErrorSummary UNANSWERED =
      new ErrorSummary("Not started: the store did not answer the claim");
  private static final ErrorSummary TOO_LATE =
      new ErrorSummary("Not started: the claim came too late");

  /** The claim, or the outcome of the delivery without one. */
  sealed interface Result {
    record Got(IdempotencyRecord mine) implements Result {}

    record Ended(Outcome outcome) implements Result {}
  }

  private final IdempotencyStore store;
  private final ConsumerSettings settings;
  private final Clock clock;
  private final DeliveryContext delivery;
  private Optional<IdempotencyRecord> unanswered = Optional.empty();

  ClaimAcquirer(
      IdempotencyStore store, ConsumerSettings settings, Clock clock, DeliveryContext delivery) {
    this.store = store;
    this.settings = settings;
    this.clock = clock;
    this.delivery = delivery;
  }

  /** Claims the record, unless no time is left to run the handler. */
  Result claim(Claim claim, Request request) {
    if (!clock.instant().isBefore(request.stopAt())) {
      return ended(new NotStarted(Reason.DEADLINE));
    }
    try {
      return startable(onAnswer(claimed(claim), claim, MAX_RACES), request);
    } catch (Exception | StackOverflowError thrown) {
      StoreException fault = RepeatedWrite.fault(thrown);
      if (fault.isTransient() || !fault.equals(thrown)) {
        unanswered.ifPresent(mine -> giveBack(mine, UNANSWERED));
      }
      return new Result.Ended(new Outcome.StoreFailed(fault));
    }
  }

  private WriteResult claimed(Claim claim) {
    unanswered = Optional.of(IdempotencyRecord.claimed(claim));
    return store.claim(claim);
  }

  private WriteResult takenOver(IdempotencyRecord seen, Claim claim) {
    unanswered = Optional.of(seen.takenOver(claim));
    delivery.takesOver(seen);
    return store.takeOver(seen, claim);
  }

  private Result onAnswer(WriteResult answer, Claim claim, int racesLeft) {
    return switch (answer) {
      case Written(IdempotencyRecord mine) -> new Result.Got(mine);
      case Refused(Optional<IdempotencyRecord> found) -> onRefusal(found, claim, racesLeft);
    };
  }

  private Result onRefusal(Optional<IdempotencyRecord> found, Claim claim, int racesLeft) {
    Claim again = claim.at(stamp());
    Decision decision = Decision.decide(found, again, again.stamp().at(), settings.abandoned());
    return switch (decision) {
      case Decision.Acquired(IdempotencyRecord mine) -> new Result.Got(mine);
      case Decision.Outlived(IdempotencyRecord mine) -> outlived(mine);
      case Decision.KeyReused(IdempotencyRecord first) -> {
        delivery.met(Relation.OTHER_PAYLOAD, first);
        yield ended(new Outcome.KeyReused());
      }
      case Decision.Duplicate(IdempotencyRecord done) -> {
        delivery.duplicates(done, claim);
        yield ended(Outcome.Duplicate.of(done));
      }
      case Decision.AlreadyFailed(IdempotencyRecord failed) -> {
        delivery.met(Relation.FAILED, failed);
        yield ended(new Outcome.AlreadyFailed(why(failed)));
      }
      case Decision.Held(IdempotencyRecord held) -> {
        delivery.met(Relation.HELD, held);
        yield ended(new Outcome.Held(why(held)));
      }
      case Decision.InFlight(IdempotencyRecord live) -> {
        delivery.met(Relation.HOLDER, live);
        yield ended(new Outcome.InFlight(live.leaseUntil()));
      }
      case Decision.ClaimAnew ignored when racesLeft > 0 ->
          onAnswer(claimed(again), claim, racesLeft - 1);
      case Decision.TakeOver(IdempotencyRecord seen) when racesLeft > 0 ->
          onAnswer(takenOver(seen, again), claim, racesLeft - 1);
      case Decision.Hold(IdempotencyRecord seen) when racesLeft > 0 ->
          onHold(store.hold(seen, LAPSED, again.stamp()), claim, racesLeft - 1);
      case Decision.ClaimAnew ignored -> contended(again);
      case Decision.TakeOver ignored -> contended(again);
      case Decision.Hold ignored -> contended(again);
    };
  }

  private Result onHold(WriteResult answer, Claim claim, int racesLeft) {
    return switch (answer) {
      case Written(IdempotencyRecord held) -> {
        delivery.met(Relation.HELD, held);
        yield ended(new Outcome.Held(LAPSED));
      }
      case Refused(Optional<IdempotencyRecord> found) -> onRefusal(found, claim, racesLeft);
    };
  }

  /** Reports the record as in flight: after so many lost races another attempt has it. */
  private static Result contended(Claim claim) {
    return ended(new Outcome.InFlight(claim.stamp().at()));
  }

  private Result outlived(IdempotencyRecord mine) {
    giveBack(mine, TOO_LATE);
    return ended(new NotStarted(Reason.LEASE_LAPSED));
  }

  private Result startable(Result result, Request request) {
    if (!(result instanceof Result.Got(IdempotencyRecord mine))) {
      return result;
    }
    Instant now = clock.instant();
    Instant stopAt = request.stopAt();
    if (!now.isBefore(mine.leaseUntil())) {
      return outlived(mine);
    }
    if (!now.isBefore(stopAt)) {
      giveBack(mine, TOO_LATE);
      return ended(new NotStarted(Reason.DEADLINE));
    }
    // A clock that is ahead of this one may already see the lease as over.
    if (!now.isBefore(mine.leaseUntil().minus(request.margin()))) {
      return outlived(mine);
    }
    return result;
  }

  /**
   * Releases a claim whose handler has not run and will not. Otherwise others would wait for it,
   * and under HOLD an operator would be asked. A failure is ignored.
   */
  private void giveBack(IdempotencyRecord mine, ErrorSummary why) {
    try {
      store.release(mine, why, stamp());
    } catch (Exception | StackOverflowError e) {
      // The lease lapses by itself.
    }
  }

  private WriteTimestamp stamp() {
    return WriteTimestamp.of(clock.instant(), settings.retention());
  }

  private static ErrorSummary why(IdempotencyRecord record) {
    return record.error().orElse(new ErrorSummary("No reason was recorded"));
  }

  private static Result ended(Outcome outcome) {
    return new Result.Ended(outcome);
  }
}
