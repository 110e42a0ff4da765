package dev.effectivelyonce.replay;

import dev.effectivelyonce.core.engine.UnsoundProcessError;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Stamp;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.WriteResult.Refused;
import dev.effectivelyonce.core.store.WriteResult.Written;
import dev.effectivelyonce.replay.Candidate.Origin;
import dev.effectivelyonce.replay.ReplayDecision.Leave;
import dev.effectivelyonce.replay.ReplayDecision.Reopen;
import dev.effectivelyonce.sqs.ReadMessage;
import java.time.Instant;
import java.util.Optional;

/** Examines one dead letter: reads its record, decides, and carries the decision out. */
final class MessageReplay {
  /** How often a record is read before its reopening is given up. */
  private static final int LOOKS = 4;

  /**
   * The result of a dead letter, and whether it is still in the dead-letter queue.
   *
   * @param copy the message id of its copy, if one was sent
   */
  record Done(Examined message, Place place, Optional<String> copy) {
    private static Done kept(Examined message) {
      return new Done(message, Place.KEPT, Optional.empty());
    }
  }

  /** The place of a dead letter after it was examined. */
  enum Place {
    DELETED,
    KEPT
  }

  private final QueuePair queues;
  private final IdempotencyStore store;
  private final ReplayQueue queue;
  private final ReplayRequest request;
  private final RunContext run;
  private final Horizon horizon;

  /** The request without its filter, for a message that matched: reopening clears the error. */
  private final ReplayRequest matched;

  MessageReplay(
      QueuePair queues,
      IdempotencyStore store,
      ReplayQueue queue,
      ReplayRequest request,
      RunContext run) {
    this.queues = queues;
    this.store = store;
    this.queue = queue;
    this.request = request;
    this.run = run;
    this.horizon = Horizon.of(queue, run.facts());
    this.matched = request.withFilter(ReplayFilter.NONE);
  }

  /**
   * Examines a dead letter.
   *
   * @return empty if there was no time to begin; nothing has happened then
   */
  Optional<Done> examine(DeadLetter letter) throws InterruptedException {
    Candidate candidate = candidate(letter);
    try {
      ReplayDecision decision = decide(candidate, find(candidate), request);
      if (!changes(decision)) {
        return Optional.of(kept(letter, candidate, decision));
      }
      if (!decision.sends()) {
        return Optional.of(carryOut(letter, candidate, decision));
      }
      return run.pacing()
          .awaitTurn(run.end())
          .map(waited -> waited.isZero() ? decision : decide(candidate, find(candidate), matched))
          .map(latest -> carryOut(letter, candidate, reopened(candidate, latest)));
    } catch (StoreException e) {
      return Optional.of(problem(letter, candidate, new Leave(reason(e)), e.problem()));
    }
  }

  private Candidate candidate(DeadLetter letter) {
    Origin origin =
        letter
            .movedFrom()
            .map(arn -> arn.equals(run.facts().source().arn()) ? Origin.OURS : Origin.OTHER)
            .orElse(run.facts().unmarked());
    ReadMessage<?> received = queue.identity().read(letter.asReceivedFrom(run.facts().source()));
    if (received instanceof ReadMessage.Deferred<?> deferred) {
      UnsoundProcessError.throwIfShownBy(deferred.cause());
    }
    return Candidate.of(received, origin, queue.identity().consumer());
  }

  private Optional<IdempotencyRecord> find(Candidate candidate) {
    return candidate.lookup().flatMap(store::find);
  }

  private ReplayDecision decide(
      Candidate candidate, Optional<IdempotencyRecord> found, ReplayRequest about) {
    return ReplayDecision.decide(candidate, found, about, horizon, now());
  }

  private boolean changes(ReplayDecision decision) {
    return request.mode() == RunMode.REPLAY
        && (decision.sends() || decision instanceof ReplayDecision.Skip);
  }

  /** Returns the decision, after the record is reopened if the decision asks for that. */
  private ReplayDecision reopened(Candidate candidate, ReplayDecision decision) {
    ReplayDecision next = decision;
    for (int look = 1; next instanceof Reopen(IdempotencyRecord seen); look++) {
      Optional<Optional<IdempotencyRecord>> other = refusal(seen, look);
      if (other.isEmpty()) {
        return next;
      }
      next =
          look < LOOKS ? decide(candidate, other.get(), matched) : new Leave(LeaveReason.CONTESTED);
    }
    return next;
  }

  /** Returns the record that prevented its reopening; empty if it is reopened. */
  private Optional<Optional<IdempotencyRecord>> refusal(IdempotencyRecord seen, int look) {
    Stamp stamp = Stamp.of(now(), queue.retention());
    try {
      return switch (store.settle(seen, Settlement.RETRYABLE, stamp)) {
        case Written ignored -> Optional.empty();
        case Refused(Optional<IdempotencyRecord> current) -> Optional.of(current);
      };
    } catch (StoreException e) {
      if (!e.isTransient() || look == LOOKS) {
        throw e;
      }
      // The record may be reopened and only the answer lost, which another read shows.
      return Optional.of(store.find(seen.id()));
    }
  }

  private Done carryOut(DeadLetter letter, Candidate candidate, ReplayDecision decision) {
    if (decision.sends()) {
      try {
        Optional<String> copy = Optional.of(queues.send(letter));
        return delete(letter, candidate, decision, decision, copy);
      } catch (QueueException e) {
        return problem(letter, candidate, new Leave(reason(e)), notSent(decision, e));
      }
    }
    return decision instanceof ReplayDecision.Skip
        ? delete(
            letter, candidate, decision, new Leave(LeaveReason.DELETE_FAILED), Optional.empty())
        : kept(letter, candidate, decision);
  }

  private Done delete(
      DeadLetter letter,
      Candidate candidate,
      ReplayDecision decision,
      ReplayDecision otherwise,
      Optional<String> copy) {
    try {
      queues.delete(letter);
      return new Done(Examined.of(letter, candidate, decision), Place.DELETED, copy);
    } catch (QueueException e) {
      String problem = "Not deleted: " + e.problem();
      return new Done(
          Examined.of(letter, candidate, otherwise).withProblem(problem), Place.KEPT, copy);
    }
  }

  private static Done kept(DeadLetter letter, Candidate candidate, ReplayDecision decision) {
    return Done.kept(Examined.of(letter, candidate, decision));
  }

  private static Done problem(
      DeadLetter letter, Candidate candidate, ReplayDecision decision, String problem) {
    return Done.kept(Examined.of(letter, candidate, decision).withProblem(problem));
  }

  private static String notSent(ReplayDecision decision, QueueException e) {
    return decision instanceof Reopen ? e.problem() + "; its record is reopened" : e.problem();
  }

  private static LeaveReason reason(StoreException e) {
    return e.kind() == StoreException.Kind.UNREADABLE
        ? LeaveReason.RECORD_UNREADABLE
        : LeaveReason.STORE_FAILED;
  }

  private static LeaveReason reason(QueueException e) {
    return e.kind() == QueueException.Kind.REFUSED
        ? LeaveReason.SEND_REFUSED
        : LeaveReason.SEND_FAILED;
  }

  private Instant now() {
    return run.clock().instant();
  }
}
