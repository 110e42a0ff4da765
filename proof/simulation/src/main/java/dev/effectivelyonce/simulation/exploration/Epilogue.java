package dev.effectivelyonce.simulation.exploration;

import static dev.effectivelyonce.simulation.exploration.Violation.unless;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.IdempotencyStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What every history must come to: once all is quiet and each lease has lapsed, one more delivery,
 * without any fault, finds the event done, failed, or held for a reason, or else runs it.
 */
record Epilogue(Scenario scenario, Fingerprint payload, Program delivery, Program another) {
  private static final Duration LATER = Scenario.LEASE.multipliedBy(10);

  /** An undisturbed delivery. */
  private record Undisturbed(IdempotencyStore store, Platform platform, AtomicInteger effects)
      implements ProgramContext {
    static Undisturbed at(IdempotencyStore store, long millis) {
      Clock clock = Clock.fixed(Instant.ofEpochMilli(millis), ZoneOffset.UTC);
      return new Undisturbed(
          store,
          new Platform(clock, () -> new AttemptId("last"), () -> 0, ignored -> {}),
          new AtomicInteger());
    }

    @Override
    public HandlerStep handlerStep(List<HandlerStep> options) {
      HandlerStep first = options.getFirst();
      effects.addAndGet(first == HandlerStep.EFFECT ? 1 : 0);
      return first;
    }
  }

  static Epilogue of(Scenario scenario, Programs programs) {
    Fingerprint payload = scenario.actors().getFirst().payload();
    return new Epilogue(
        scenario,
        payload,
        programs.delivery(payload),
        programs.delivery(Fingerprint.of("another payload")));
  }

  /**
   * Judges a state in which nothing is left to do.
   *
   * @throws Violation if an event is lost, or would be handled against a promise
   */
  void judge(State state) {
    long later = state.nowMillis + LATER.toMillis();
    boolean isUsed =
        state
            .record
            .filter(it -> !it.isExpired(Instant.ofEpochMilli(later)))
            .flatMap(IdempotencyRecord::fingerprint)
            .isPresent();
    Outcome other = outcome(state, another, later);
    unless(
        isUsed ? other instanceof Outcome.KeyReused : other instanceof Outcome.Executed,
        "A used key is refused to another payload, and a new or forgotten one is not");
    if (isUsed && isOurs(state)) {
      quiet(state, outcome(state, delivery, later));
    }
    long muchLater = later + Scenario.RETENTION.plus(LATER).toMillis();
    unless(
        outcome(state, delivery, muchLater) instanceof Outcome.Executed,
        "After its retention a key is new");
  }

  private boolean isOurs(State state) {
    return state.record.flatMap(IdempotencyRecord::fingerprint).filter(payload::equals).isPresent();
  }

  private static Outcome outcome(State state, Program program, long millis) {
    IdempotencyStore store = Programs.storeWith(state.record);
    Undisturbed last = Undisturbed.at(store, millis);
    Outcome outcome = (Outcome) program.run(last);
    unless(
        last.effects().get() == (outcome instanceof Outcome.Executed ? 1 : 0),
        "The last delivery is executed exactly where it has its effect");
    return outcome;
  }

  private void quiet(State state, Outcome outcome) {
    boolean isFitting =
        switch (outcome) {
          case Outcome.Executed ignored -> mayRun(state);
          case Outcome.Duplicate ignored -> has(state, Status.COMPLETED);
          case Outcome.AlreadyFailed ignored -> has(state, Status.FAILED);
          case Outcome.Held ignored ->
              scenario.policy() == AbandonedClaimPolicy.HOLD
                  && (has(state, Status.UNKNOWN) || has(state, Status.INPROGRESS));
          default -> false;
        };
    unless(isFitting, "In the end an event is done, failed, held or runs; not " + outcome);
  }

  private boolean mayRun(State state) {
    return Arrays.stream(state.attempts)
        .filter(it -> !it.has(Facts.PAST) && !it.has(Facts.RETRIED))
        .noneMatch(
            it ->
                it.has(Facts.COMPLETED)
                    || (scenario.policy() == AbandonedClaimPolicy.HOLD && it.has(Facts.STARTED)));
  }

  private static boolean has(State state, Status status) {
    return state.record.filter(it -> it.status() == status).isPresent();
  }
}
