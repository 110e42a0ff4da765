package dev.effectivelyonce.simulation.exploration;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.simulation.exploration.Action.Kind;
import java.util.Optional;

/** Takes the steps of histories. */
record Steps(Scenario scenario, Programs programs, Judge judge) {
  /** A delivery that asks for more than this does not end. */
  private static final int MOST_OBSERVATIONS = 40;

  /**
   * The state after a step.
   *
   * @throws Violation if it breaks a promise
   */
  State after(State state, Action action) {
    int actor = action.actor();
    return switch (action.kind()) {
      case BEGIN -> begin(state, actor);
      case APPLY -> apply(state, actor);
      case ANSWER -> given(state, actor, state.actors[actor].answer);
      case HANDLE -> handle(state, actor, action.choice());
      case RESUME -> given(state, actor, Observation.PAUSED);
      case TICK ->
          state.at(state.nowMillis + Scenario.TICK.toMillis(), state.left.less(action.kind()));
      case LOSE_REQUEST, LOSE_ANSWER -> given(fault(state, actor), actor, Observation.NO_ANSWER);
      case RESEND -> resend(fault(state, actor), actor);
      case DELAY -> delay(fault(state, actor), actor);
      case ARRIVE -> arrive(state, actor);
      case CRASH -> crash(state, actor);
      case EXPIRE -> expire(state);
    };
  }

  private State expire(State state) {
    long jump = Scenario.RETENTION.plus(Scenario.LEASE).plus(Scenario.TICK).toMillis();
    return state.at(state.nowMillis + jump, state.left.less(Kind.EXPIRE));
  }

  private long local(State state, int actor) {
    return state.nowMillis + scenario.actors().get(actor).skew().toMillis();
  }

  private State begin(State state, int actor) {
    long local = local(state, actor);
    int delivery = state.actors[actor].delivery + 1;
    Facts facts =
        new Facts(
            0,
            "",
            local + Scenario.LEASE.toMillis(),
            state.nowMillis + Scenario.DEADLINE.toMillis());
    Wait wait = Reexecution.of(programs.of(actor), Progress.NOTHING, local, owner(actor, delivery));
    State begun =
        state
            .withActor(actor, state.actors[actor].begun(local, wait))
            .withFacts(attempt(actor, delivery), facts);
    return settled(begun, actor, false);
  }

  private State apply(State state, int actor) {
    Call call = ((Wait.Answer) state.actors[actor].wait).call();
    Written written = write(state, call, attempt(state, actor), local(state, actor));
    State noted = judge.asked(written.state(), attempt(state, actor), call);
    return noted.withActor(actor, state.actors[actor].answered(written.answer()));
  }

  private record Written(State state, Object answer) {}

  private Written write(State state, Call call, int attempt, long localMillis) {
    IdempotencyStore store = Programs.storeWith(state.record);
    Object answer = call.answer().apply(store);
    Optional<IdempotencyRecord> after = store.find(Programs.ID);
    if (after.equals(state.record)) {
      return new Written(state, answer);
    }
    State changed = state.withRecord(after);
    return new Written(judge.written(state, changed, call, attempt, localMillis), answer);
  }

  private State handle(State state, int actor, int choice) {
    HandlerStep step = ((Wait.Handler) state.actors[actor].wait).options().get(choice);
    int attempt = attempt(state, actor);
    State noted = state.withFacts(attempt, state.attempts[attempt].with(flags(step)));
    if (step == HandlerStep.EFFECT) {
      judge.effect(noted, attempt);
    }
    return given(noted, actor, step);
  }

  private static int flags(HandlerStep step) {
    return switch (step) {
      case EFFECT -> Facts.EFFECT;
      case COMPLETE -> Facts.ENDED;
      case RETRY -> Facts.ENDED | Facts.RETRIED;
      case FAIL -> Facts.ENDED | Facts.FAILED;
      case THROW -> Facts.ENDED | Facts.THREW;
    };
  }

  private State given(State state, int actor, Object what) {
    Progress progress = state.actors[actor];
    Observation[] log = progress.logWith(Observation.of(what, local(state, actor)));
    Violation.unless(log.length <= MOST_OBSERVATIONS, "A delivery ends");
    Wait wait =
        Reexecution.of(
            programs.of(actor), log, progress.beganMillis, owner(actor, progress.delivery));
    boolean ran = progress.wait instanceof Wait.Handler;
    return settled(state.withActor(actor, progress.moved(log, wait)), actor, ran);
  }

  /** Judges where an actor has come to. */
  private State settled(State state, int actor, boolean ran) {
    Progress progress = state.actors[actor];
    int attempt = attempt(state, actor);
    return switch (progress.wait) {
      case Wait.Handler ignored when !ran -> judge.started(state, attempt, local(state, actor));
      case Wait.Ended(Object result) -> {
        judge.ended(state, attempt, owner(actor, progress.delivery), result, local(state, actor));
        yield rested(state, actor, Programs.isDone(result));
      }
      default -> state;
    };
  }

  private State rested(State state, int actor, boolean isDone) {
    int delivery = state.actors[actor].delivery;
    boolean isOver = isDone || delivery == scenario.actors().get(actor).deliveries();
    return state.withActor(actor, isOver ? Progress.finished(delivery) : Progress.idle(delivery));
  }

  private State fault(State state, int actor) {
    State failed = state.left(state.left.less(Kind.LOSE_ANSWER));
    Call call = ((Wait.Answer) state.actors[actor].wait).call();
    int attempt = attempt(state, actor);
    return call.verb() == Verb.RELEASE
        ? failed.withFacts(attempt, state.attempts[attempt].with(Facts.RELEASE_FAULT))
        : failed;
  }

  private static State resend(State state, int actor) {
    return state.withActor(actor, state.actors[actor].answered(Progress.UNANSWERED));
  }

  private State delay(State state, int actor) {
    int attempt = attempt(state, actor);
    Call call = ((Wait.Answer) state.actors[actor].wait).call();
    State sent =
        state
            .withLate(new State.Late(call, attempt))
            .withFacts(attempt, state.attempts[attempt].with(Facts.DELAYED));
    return given(sent, actor, Observation.NO_ANSWER);
  }

  private State arrive(State state, int index) {
    State.Late late = state.late[index];
    int actor = late.attempt() / scenario.deliveries();
    return write(state.withoutLate(index), late.call(), late.attempt(), local(state, actor))
        .state();
  }

  private State crash(State state, int actor) {
    int attempt = attempt(state, actor);
    return rested(
        state
            .left(state.left.less(Kind.CRASH))
            .withFacts(attempt, state.attempts[attempt].with(Facts.CRASHED)),
        actor,
        false);
  }

  private int attempt(State state, int actor) {
    return attempt(actor, state.actors[actor].delivery);
  }

  private int attempt(int actor, int delivery) {
    return actor * scenario.deliveries() + delivery - 1;
  }

  /** The id of the attempt that an actor makes in a delivery. */
  static String owner(int actor, int delivery) {
    return "worker " + (actor + 1) + " delivery " + delivery;
  }
}
