package dev.effectivelyonce.simulation.exploration;

import static dev.effectivelyonce.simulation.exploration.Violation.unless;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.StoredResult;
import java.util.Optional;

/** What the outcome of a delivery promises. */
final class EndJudge {
  private final Scenario scenario;

  EndJudge(Scenario scenario) {
    this.scenario = scenario;
  }

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
              !isRecordMine || status.filter(EndJudge::isOwnEnd).isEmpty() || wasOperated(state),
              "Who is told to be superseded did not record its own end");
      case Outcome.Unrecorded ignored ->
          unless(
              localMillis >= facts.leaseUntilMillis() - sinceStop(),
              "A handler's end is written until the last moment");
      case Outcome.InFlight ignored -> notStarted(facts, isRecordMine, status);
      case Outcome.NotStarted ignored -> notStarted(facts, isRecordMine, status);
      case Outcome.StoreFailed ignored -> notStarted(facts, isRecordMine, status);
      default -> {}
    }
    other(state, attempt, outcome);
  }

  private void other(State state, int attempt, Outcome outcome) {
    Facts facts = state.attempts[attempt];
    Optional<Status> status = state.record.map(IdempotencyRecord::status);
    switch (outcome) {
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

  private static long sinceStop() {
    return Scenario.LEASE.minus(Scenario.STOP).toMillis();
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
    String mine =
        Fingerprint.of(scenario.actors().get(attempt / scenario.deliveries()).payload()).value();
    return state
        .record
        .flatMap(IdempotencyRecord::fingerprint)
        .filter(it -> !it.value().equals(mine))
        .isPresent();
  }

  private boolean wasOperated(State state) {
    return scenario.actors().stream().anyMatch(it -> it.role() != Scenario.Role.WORKER)
        && hasAny(state, Facts.PAST);
  }

  private static boolean hasAny(State state, int flag) {
    for (Facts facts : state.attempts) {
      if (facts.has(flag)) {
        return true;
      }
    }
    return false;
  }
}
