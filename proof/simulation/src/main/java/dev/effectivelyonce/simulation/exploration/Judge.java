package dev.effectivelyonce.simulation.exploration;

import static dev.effectivelyonce.simulation.exploration.Violation.unless;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/** The promises that hold at every step, and what the outcome of a delivery promises. */
record Judge(Scenario scenario) {
  /** A handler is about to start. */
  State started(State state, int attempt, long localMillis) {
    Facts facts = state.attempts[attempt];
    unless(localMillis < facts.leaseUntilMillis(), "A handler starts only while its lease is live");
    unless(
        localMillis < facts.leaseUntilMillis() - sinceStop(),
        "No handler starts after the time for it");
    unless(facts.has(Facts.OWNS), "A handler starts only on a claim that the store confirmed");
    return scenario.isWithinMargin()
        ? alone(state, attempt, localMillis)
        : state.withFacts(attempt, facts.with(Facts.STARTED));
  }

  /** Where clocks differ by more than the margin, another may have taken the claim by now. */
  private State alone(State state, int attempt, long localMillis) {
    Facts facts = state.attempts[attempt];
    unless(
        isHeldBy(state.record, facts.owner()), "A handler starts only while the record is its own");
    for (int other = 0; other < state.attempts.length; other++) {
      Facts before = state.attempts[other];
      if (other != attempt && before.has(Facts.STARTED)) {
        unless(!before.isRunning(state.nowMillis), "At most one attempt at a time runs");
        unless(mayFollow(before, localMillis), "A handler runs again only after an abandoned run");
      }
    }
    return state.withFacts(attempt, facts.with(Facts.STARTED));
  }

  /** A call of the store, on its own behalf, was answered. */
  State asked(State state, int attempt, Call call) {
    Facts facts = state.attempts[attempt];
    boolean owns = isHeldBy(state.record, call.owner());
    Facts named = call.verb() == Verb.CLAIM ? facts.claimingAs(call.owner()) : facts;
    Facts now = owns ? named.with(Facts.OWNS) : named.without(Facts.OWNS);
    return now.equals(facts) ? state : state.withFacts(attempt, now);
  }

  private static long sinceStop() {
    return Scenario.LEASE.minus(Scenario.STOP).toMillis();
  }

  private boolean mayFollow(Facts before, long localMillis) {
    if (before.has(Facts.PAST) || before.has(Facts.RETRIED)) {
      return true;
    }
    boolean isAbandoned = before.has(Facts.THREW) || localMillis >= before.leaseUntilMillis();
    return scenario.policy() == AbandonedClaimPolicy.RERUN
        && isAbandoned
        && !before.has(Facts.COMPLETED);
  }

  /** An effect happened. */
  void effect(State state, int attempt) {
    long effects =
        Arrays.stream(state.attempts)
            .filter(it -> it.has(Facts.EFFECT) && !it.has(Facts.PAST))
            .count();
    unless(
        scenario.policy() == AbandonedClaimPolicy.RERUN
            || effects <= 1
            || state.attempts[attempt].has(Facts.PAST),
        "Under HOLD the effect happens at most once");
  }

  /** A call changed the record. */
  State written(State before, State after, Call call, int attempt, long localMillis) {
    Optional<IdempotencyRecord> old = before.record;
    boolean isExpired =
        old.filter(it -> it.isExpired(Instant.ofEpochMilli(localMillis))).isPresent();
    switch (call.verb()) {
      case CLAIM -> unless(old.isEmpty() || isExpired, "A claim takes no record that lives");
      case TAKE_OVER -> takenOver(old, call, localMillis);
      case RENEW, NOTE, COMPLETE, RELEASE, FAIL ->
          unless(isHeldBy(old, call.owner()), "No write of a superseded attempt succeeds");
      case HOLD -> held(before, call, attempt, localMillis);
      case SETTLE, SETTLE_STEP, FORGET -> operated(old, call, localMillis);
      case ERASE, ACKNOWLEDGE -> {
        operated(old, call, localMillis);
        unless(isAsSeen(after.record, call), "An erasure or acknowledgement changes no state");
      }
      case FIND -> throw new Violation("Looking a record up does not change it");
      case COMMIT, COPY -> throw new Violation("No worker commits or copies");
    }
    return noted(before, after, call, attempt);
  }

  private State noted(State before, State after, Call call, int attempt) {
    return switch (call.verb()) {
      case COMPLETE -> completed(after, attempt);
      case SETTLE, SETTLE_STEP, FORGET -> after.withAllPast();
      // What it takes had expired: another life of the record.
      case CLAIM -> before.record.isPresent() ? anotherLife(after, attempt) : after;
      default -> after;
    };
  }

  private static State completed(State after, int attempt) {
    Facts facts = after.attempts[attempt];
    unless(facts.has(Facts.EFFECT), "What is completed has had its effect");
    return after.withFacts(attempt, facts.with(Facts.COMPLETED));
  }

  private static State anotherLife(State state, int attempt) {
    return state.withAllPast().withFacts(attempt, state.attempts[attempt]);
  }

  private void takenOver(Optional<IdempotencyRecord> old, Call call, long localMillis) {
    unless(isAsSeen(old, call), "A take over changes only what its decision saw");
    IdempotencyRecord taken = old.orElseThrow();
    boolean isAbandoned =
        taken.status() == Status.INPROGRESS
            && scenario.policy() == AbandonedClaimPolicy.RERUN
            && localMillis >= taken.leaseUntil().toEpochMilli();
    unless(
        taken.status() == Status.RETRYABLE || isAbandoned,
        "Only released and, under RERUN, lapsed claims are taken over");
  }

  private void held(State before, Call call, int attempt, long localMillis) {
    unless(isAsSeen(before.record, call), "Holding changes only what its decision saw");
    IdempotencyRecord held = before.record.orElseThrow();
    unless(held.status() == Status.INPROGRESS, "Only a claim is held");
    unless(scenario.policy() == AbandonedClaimPolicy.HOLD, "Only the policy HOLD holds a record");
    unless(
        localMillis >= held.leaseUntil().toEpochMilli()
            || before.attempts[attempt].has(Facts.THREW),
        "Only an abandoned claim is held");
  }

  private static void operated(Optional<IdempotencyRecord> old, Call call, long localMillis) {
    unless(isSameAttempt(old, call), "An operator changes only what was seen");
    unless(
        old.filter(it -> it.isLive(Instant.ofEpochMilli(localMillis))).isEmpty(),
        "An operator changes no live claim");
  }

  /** A delivery or an operator's call ended. */
  void ended(State state, int attempt, String owner, Object result, long localMillis) {
    if (!(result instanceof Outcome outcome)) {
      return;
    }
    Facts facts = state.attempts[attempt];
    boolean isRecordMine = state.record.filter(it -> it.owner().value().equals(owner)).isPresent();
    Optional<Status> status = state.record.map(IdempotencyRecord::status);
    switch (outcome) {
      case Outcome.Executed ignored -> {
        acknowledged(state);
        unless(
            facts.has(Facts.COMPLETED) || wasOperated(state),
            "What is executed has recorded its completion");
        unless(facts.has(Facts.EFFECT), "What is executed has had its effect");
      }
      case Outcome.Duplicate(StoredResult stored, var ignored) -> {
        acknowledged(state);
        duplicate(state, attempt, stored);
      }
      case Outcome.Superseded ignored ->
          unless(
              !isRecordMine || status.filter(Judge::isOwnEnd).isEmpty() || wasOperated(state),
              "Who is told to be superseded did not record its own end");
      case Outcome.Unrecorded ignored ->
          unless(
              localMillis >= facts.leaseUntilMillis() - sinceStop(),
              "A handler's end is written until the last moment");
      case Outcome.InFlight ignored -> notStarted(facts, isRecordMine, status);
      case Outcome.NotStarted ignored -> notStarted(facts, isRecordMine, status);
      case Outcome.StoreFailed ignored -> notStarted(facts, isRecordMine, status);
      case Outcome.AlreadyFailed ignored ->
          unless(hasAny(state, Facts.FAILED), "What failed before was said to fail by a handler");
      case Outcome.Failed ignored ->
          unless(facts.has(Facts.FAILED), "What fails was said to fail by its handler");
      case Outcome.Held ignored -> {
        unless(
            scenario.policy() == AbandonedClaimPolicy.HOLD, "Only the policy HOLD holds a record");
        unless(
            status.equals(Optional.of(Status.UNKNOWN)) || hasAny(state, Facts.PAST),
            "What is held waits for an operator");
      }
      case Outcome.Released ignored ->
          unless(
              facts.has(Facts.RETRIED) || isReleasedByThrowing(facts),
              "What is released was not done, nor may it have been under HOLD");
      case Outcome.KeyReused ignored ->
          unless(differs(state, attempt), "Only another payload makes a key reused");
      default -> {}
    }
  }

  /** A state that an attempt's record gets from itself alone; UNKNOWN comes from others too. */
  private static boolean isOwnEnd(Status status) {
    return switch (status) {
      case COMPLETED, RETRYABLE, FAILED -> true;
      case INPROGRESS, UNKNOWN -> false;
    };
  }

  private void acknowledged(State state) {
    unless(
        state.record.filter(it -> it.status() == Status.COMPLETED).isPresent()
            || hasAny(state, Facts.PAST),
        "An acknowledged delivery has a completed record");
  }

  private void duplicate(State state, int attempt, StoredResult stored) {
    unless(!differs(state, attempt) || wasOperated(state), "Another payload is never a duplicate");
    if (stored instanceof StoredResult.Text(String first)) {
      boolean isFirst = false;
      for (int other = 0; other < state.attempts.length; other++) {
        String owner =
            Steps.owner(other / scenario.deliveries(), other % scenario.deliveries() + 1);
        isFirst |= owner.equals(first) && state.attempts[other].has(Facts.COMPLETED);
      }
      unless(isFirst, "A duplicate gets the result of the completion");
    }
  }

  private static void notStarted(Facts facts, boolean isRecordMine, Optional<Status> status) {
    unless(!facts.has(Facts.STARTED), "A delivery that did not start has run no handler");
    unless(
        !isRecordMine
            || !status.equals(Optional.of(Status.INPROGRESS))
            || facts.has(Facts.DELAYED)
            || facts.has(Facts.RELEASE_FAULT),
        "A claim whose handler never started is given back");
  }

  private boolean isReleasedByThrowing(Facts facts) {
    return facts.has(Facts.THREW) && scenario.policy() == AbandonedClaimPolicy.RERUN;
  }

  private boolean differs(State state, int attempt) {
    Fingerprint mine = scenario.actors().get(attempt / scenario.deliveries()).payload();
    return state
        .record
        .flatMap(IdempotencyRecord::fingerprint)
        .filter(it -> !it.equals(mine))
        .isPresent();
  }

  private boolean wasOperated(State state) {
    return scenario.actors().stream().anyMatch(it -> it.role() != Scenario.Role.WORKER)
        && hasAny(state, Facts.PAST);
  }

  private static boolean hasAny(State state, int flag) {
    return Arrays.stream(state.attempts).anyMatch(it -> it.has(flag));
  }

  private static boolean isHeldBy(Optional<IdempotencyRecord> record, String owner) {
    return record
        .filter(it -> it.owner().value().equals(owner) && it.status() == Status.INPROGRESS)
        .isPresent();
  }

  private static boolean isSameAttempt(Optional<IdempotencyRecord> record, Call call) {
    return record.isPresent()
        && Objects.equals(record.map(IdempotencyRecord::owner), call.seen().map(it -> it.owner()))
        && Objects.equals(
            record.map(IdempotencyRecord::status), call.seen().map(it -> it.status()));
  }

  private static boolean isAsSeen(Optional<IdempotencyRecord> record, Call call) {
    return isSameAttempt(record, call)
        && Objects.equals(
            record.map(IdempotencyRecord::leaseUntil), call.seen().map(it -> it.leaseUntil()));
  }
}
