package dev.effectivelyonce.replay;

import dev.effectivelyonce.core.EffectivelyOnceException;
import dev.effectivelyonce.core.engine.DeliverySpan.Relation;
import dev.effectivelyonce.core.engine.FatalProcessError;
import dev.effectivelyonce.core.engine.SendSpan;
import dev.effectivelyonce.core.engine.TraceSpan;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.WriteResult.Refused;
import dev.effectivelyonce.core.store.WriteResult.Written;
import dev.effectivelyonce.replay.Candidate.Obstacle;
import dev.effectivelyonce.replay.Candidate.Origin;
import dev.effectivelyonce.replay.LetterAction.Next;
import dev.effectivelyonce.replay.QueueException.Kind;
import dev.effectivelyonce.replay.ReplayDecision.Leave;
import dev.effectivelyonce.replay.ReplayDecision.Reopen;
import dev.effectivelyonce.replay.ReplayDecision.Send;
import dev.effectivelyonce.replay.ReplayDecision.Skip;
import dev.effectivelyonce.sqs.ReadMessage;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Examines one dead letter: reads its record, decides, and does what the action says. Whatever the
 * store throws when it looks for one record leaves only that letter: otherwise no run would replay
 * the letters behind it. What a reopening or a send throws is a fault, because it may have
 * happened, and later letters of a group must not overtake it.
 */
final class MessageReplay {
  /** How often a record is read before its reopening is given up. */
  private static final int LOOKS = 4;

  /** So many unexpected exceptions of look-ups in a row are a fault of the store. */
  private static final int IN_VAIN = 10;

  private static final Obstacle PARKED_AGAIN =
      new Obstacle(LeaveReason.CAME_BACK, "This run sent it, and it was parked again");

  private static final ReplayDecision FILTERED = new Leave(LeaveReason.FILTERED);
  private static final ReplayDecision CONTESTED = new Leave(LeaveReason.CONTESTED);
  private static final ReplayDecision NOT_DELETED = new Leave(LeaveReason.DELETE_FAILED);
  private static final ReplayDecision UNREADABLE = new Leave(LeaveReason.RECORD_UNREADABLE);
  private static final ReplayDecision STORE_FAILED = new Leave(LeaveReason.STORE_FAILED);

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
  private final LetterQueue queue;
  private final ReplayRequest request;
  private final LetterAction action;
  private final RunContext run;
  private final Horizon horizon;
  private final AtomicInteger failedLooks = new AtomicInteger();

  /** The request without its filter, for a message that matched: reopening clears the error. */
  private final ReplayRequest matched;

  MessageReplay(
      QueuePair queues,
      IdempotencyStore store,
      LetterQueue queue,
      ReplayRequest request,
      LetterAction action,
      RunContext run) {
    this.queues = queues;
    this.store = store;
    this.queue = queue;
    this.request = request;
    this.action = action;
    this.run = run;
    this.horizon = Horizon.of(queue, run.facts());
    this.matched = request.withFilter(ReplayFilter.NONE);
  }

  /**
   * Examines a dead letter.
   *
   * @param isSentBefore whether this run has sent the same parked record before
   * @return empty if there was no time to begin; nothing has happened then
   */
  Optional<Done> examine(DeadLetter received, boolean isSentBefore) {
    DeadLetter letter = received.edited(action.edited(received.raw()));
    Candidate candidate = isSentBefore ? candidate(letter).with(PARKED_AGAIN) : candidate(letter);
    HeldLetter held = held(letter, candidate);
    return switch (next(held)) {
      case KEEP -> Optional.of(Done.kept(held.examined()));
      case DELETE ->
          Optional.of(
              traced(
                  held,
                  held.record(),
                  span -> delete(letter, held.examined(), NOT_DELETED, Optional.empty())));
      case SEND -> sent(letter, candidate, held);
    };
  }

  private Next next(HeldLetter held) {
    return held.decision().equals(FILTERED) ? Next.KEEP : action.next(held);
  }

  private Optional<Done> sent(DeadLetter letter, Candidate candidate, HeldLetter held) {
    try {
      return run.pacing()
          .awaitTurn(run.end(), run.stop())
          .map(waited -> waited.isZero() ? held : again(held, candidate, find(candidate)))
          .map(
              latest ->
                  traced(
                      held,
                      latest.record(),
                      span ->
                          carryOut(letter, held.examined(), reopened(candidate, latest, span))));
    } catch (RuntimeException | StackOverflowError e) {
      return Optional.of(
          left(held.examined(), isUnreadable(e) ? UNREADABLE : STORE_FAILED, problem(e)));
    }
  }

  /** Returns a letter with its record and decision as they are now, if somebody asked for these. */
  private HeldLetter again(
      HeldLetter held, Candidate candidate, Optional<IdempotencyRecord> found) {
    HeldLetter latest = held.with(found, decide(candidate, found, matched));
    return isAskedFor(held, latest, candidate) ? latest : held.with(found, CONTESTED);
  }

  private boolean isAskedFor(HeldLetter held, HeldLetter latest, Candidate candidate) {
    ReplayDecision before = held.decision();
    ReplayDecision after = latest.decision();
    boolean isLeft = !after.sends() && !(after instanceof Skip);
    boolean isSame = after.label().equals(before.label());
    if (isLeft || (isSame && latest.record().equals(held.record()))) {
      return true;
    }
    // A record that failed anew may have an error that the filter excludes.
    boolean isWanted =
        isReopened(before, after)
            || RequestMatcher.matches(candidate, latest.record(), after, request.filter(), now());
    return isWanted && (isSame || action.accepts(latest));
  }

  /** Somebody reopened the record, perhaps this run, which got no answer. */
  private static boolean isReopened(ReplayDecision before, ReplayDecision after) {
    return before instanceof Reopen && after instanceof Send;
  }

  /** Does the work on a letter in a span, with links to its sender and the record's attempt. */
  private Done traced(
      HeldLetter held, Optional<IdempotencyRecord> found, Function<SendSpan, Done> work) {
    SendSpan span = run.tracer().onLetter(queue.consumer(), held.id(), held.facts());
    return TraceSpan.around(
        span,
        () -> {
          link(span, found);
          Done done = work.apply(span);
          note(span, done);
          return done;
        });
  }

  private void link(SendSpan span, Optional<IdempotencyRecord> found) {
    found
        .filter(it -> !it.isExpired(now()))
        .ifPresent(
            record ->
                record
                    .claimant()
                    .trace()
                    .ifPresent(attempt -> span.link(relation(record.status()), attempt)));
  }

  private static Relation relation(Status status) {
    return switch (status) {
      case COMPLETED -> Relation.WINNER;
      case FAILED -> Relation.FAILED;
      case UNKNOWN -> Relation.HELD;
      case RETRYABLE, INPROGRESS -> Relation.PREDECESSOR;
    };
  }

  private static void note(SendSpan span, Done done) {
    String outcome = done.message().decision().label().toLowerCase(Locale.ROOT);
    span.ended(outcome);
    if (done.message().isFault()) {
      span.failed(outcome);
    } else if (done.message().problem().isPresent()) {
      span.failed(done.copy().isPresent() ? "not_deleted" : outcome);
    }
  }

  private HeldLetter held(DeadLetter letter, Candidate candidate) {
    try {
      if (!RequestMatcher.mayMatch(candidate, request.filter(), now())) {
        return held(letter, candidate, Optional.empty(), FILTERED, Optional.empty());
      }
      Optional<IdempotencyRecord> found = find(candidate);
      failedLooks.set(0);
      ReplayDecision decision = decide(candidate, found, request);
      return held(letter, candidate, found, decision, candidate.problem(decision));
    } catch (RuntimeException | StackOverflowError e) {
      return held(
          letter,
          candidate,
          Optional.empty(),
          isOfThisRecord(e) ? UNREADABLE : STORE_FAILED,
          Optional.of(problem(e)));
    }
  }

  private HeldLetter held(
      DeadLetter letter,
      Candidate candidate,
      Optional<IdempotencyRecord> found,
      ReplayDecision decision,
      Optional<String> problem) {
    Optional<RecordId> original =
        letter.raw().equals(letter.received())
            ? candidate.lookup()
            : candidate(letter.unedited()).lookup();
    return new HeldLetter(
        letter.received(),
        letter.raw(),
        candidate.received(),
        candidate.lookup(),
        original,
        found,
        decision,
        problem,
        Cause.of(candidate, found, decision, now()));
  }

  private Candidate candidate(DeadLetter letter) {
    return switch (queue) {
      case ReplayQueue it -> candidate(letter, it);
      case ParkingQueue it -> ParkedRecords.candidate(letter, it, run.facts(), now());
    };
  }

  private Candidate candidate(DeadLetter letter, ReplayQueue of) {
    Origin origin =
        letter
            .movedFrom()
            .map(arn -> arn.equals(run.facts().source().arn()) ? Origin.OURS : Origin.OTHER)
            .orElse(run.facts().unmarked());
    ReadMessage<?> received = of.identity().read(letter.asReceivedFrom(run.facts().source()));
    if (received instanceof ReadMessage.Deferred<?> deferred) {
      FatalProcessError.throwIfShownBy(deferred.cause());
    }
    return Candidate.of(received, origin, of.consumer());
  }

  private Optional<IdempotencyRecord> find(Candidate candidate) {
    return candidate.lookup().flatMap(store::find);
  }

  private ReplayDecision decide(
      Candidate candidate, Optional<IdempotencyRecord> found, ReplayRequest about) {
    return ReplayDecision.decide(candidate, found, about, horizon, now());
  }

  /** Returns the decision, after the record is reopened if the decision asks for that. */
  private ReplayDecision reopened(Candidate candidate, HeldLetter letter, SendSpan span) {
    HeldLetter next = letter;
    for (int look = 1; next.decision() instanceof Reopen(IdempotencyRecord seen); look++) {
      Optional<Optional<IdempotencyRecord>> other = refusal(seen, look);
      if (other.isEmpty()) {
        break;
      }
      link(span, other.get());
      next = look < LOOKS ? again(next, candidate, other.get()) : next.with(other.get(), CONTESTED);
    }
    return next.decision();
  }

  /** Returns the record that prevented its reopening; empty if it is reopened. */
  private Optional<Optional<IdempotencyRecord>> refusal(IdempotencyRecord seen, int look) {
    WriteTimestamp stamp = WriteTimestamp.of(now(), queue.retention());
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

  private Done carryOut(DeadLetter letter, Examined seen, ReplayDecision decision) {
    Examined message = seen.withDecision(decision);
    if (decision.sends()) {
      try {
        Optional<String> copy = Optional.of(queues.send(letter));
        return delete(letter, message, decision, copy);
      } catch (RuntimeException | StackOverflowError e) {
        return left(message, new Leave(notSent(e)), notSent(decision, e));
      }
    }
    return decision instanceof Skip
        ? delete(letter, message, NOT_DELETED, Optional.empty())
        : Done.kept(message);
  }

  private Done delete(
      DeadLetter letter, Examined message, ReplayDecision otherwise, Optional<String> copy) {
    try {
      queues.delete(letter);
      return new Done(message, Place.DELETED, copy);
    } catch (RuntimeException | StackOverflowError e) {
      String problem = "Not deleted: " + problem(e);
      return new Done(message.withDecision(otherwise).withProblem(problem), Place.KEPT, copy);
    }
  }

  private static Done left(Examined message, ReplayDecision decision, String problem) {
    return Done.kept(message.withDecision(decision).withProblem(problem));
  }

  private static String notSent(ReplayDecision decision, Throwable e) {
    return decision instanceof Reopen ? problem(e) + "; its record is reopened" : problem(e);
  }

  /** The message of an unexpected exception may quote content, and its type and place do not. */
  private static String problem(Throwable e) {
    return e instanceof EffectivelyOnceException known
        ? known.problem()
        : "Unexpected " + ErrorSummary.of(e);
  }

  private boolean isOfThisRecord(Throwable e) {
    return isUnreadable(e)
        || (!(e instanceof StoreException) && failedLooks.incrementAndGet() < IN_VAIN);
  }

  private static boolean isUnreadable(Throwable e) {
    return e instanceof StoreException known && known.kind() == StoreException.Kind.UNREADABLE;
  }

  private static LeaveReason notSent(Throwable e) {
    return switch (e instanceof QueueException known ? known.kind() : Kind.FAILED) {
      case REFUSED -> LeaveReason.SEND_REFUSED;
      case NOT_DONE -> LeaveReason.NOT_DONE;
      case FAILED -> LeaveReason.SEND_FAILED;
    };
  }

  private Instant now() {
    return run.clock().instant();
  }
}
