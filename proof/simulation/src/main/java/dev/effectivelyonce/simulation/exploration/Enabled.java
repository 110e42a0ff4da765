package dev.effectivelyonce.simulation.exploration;

import dev.effectivelyonce.simulation.exploration.Action.Kind;
import java.util.ArrayList;
import java.util.List;

/** What can happen next in a state, the harmless first. */
final class Enabled {
  private Enabled() {}

  static List<Action> in(State state) {
    List<Action> actions = new ArrayList<>();
    for (int actor = 0; actor < state.actors.length; actor++) {
      add(actions, state.actors[actor], actor, state.left);
    }
    for (int index = 0; index < state.late.length; index++) {
      actions.add(Action.of(Kind.ARRIVE, index));
    }
    // Time alone changes nothing any more once nobody can act.
    if (!actions.isEmpty() && state.left.ticks() > 0) {
      actions.add(Action.of(Kind.TICK));
    }
    if (!actions.isEmpty() && state.left.expiries() > 0) {
      actions.add(Action.of(Kind.EXPIRE));
    }
    return actions;
  }

  private static void add(
      List<Action> actions, Progress progress, int actor, Scenario.Limits left) {
    switch (progress.phase) {
      case IDLE -> actions.add(Action.of(Kind.BEGIN, actor));
      case FINISHED -> {}
      case BUSY -> {
        addBusy(actions, progress, actor, left.faults() > 0);
        if (left.crashes() > 0) {
          actions.add(Action.of(Kind.CRASH, actor));
        }
      }
    }
  }

  private static void addBusy(List<Action> actions, Progress progress, int actor, boolean mayFail) {
    switch (progress.wait) {
      case Wait.Handler(List<HandlerStep> options) -> {
        for (int choice = 0; choice < options.size(); choice++) {
          actions.add(new Action(Kind.HANDLE, actor, choice));
        }
      }
      case Wait.Pause() -> actions.add(Action.of(Kind.RESUME, actor));
      case Wait.Answer(Call call) when progress.isAnswered() -> {
        actions.add(Action.of(Kind.ANSWER, actor));
        addFaults(actions, actor, mayFail, Kind.LOSE_ANSWER, Kind.RESEND);
      }
      case Wait.Answer(Call call) -> {
        actions.add(Action.of(Kind.APPLY, actor));
        addFaults(actions, actor, mayFail, Kind.LOSE_REQUEST, Kind.DELAY);
      }
      case Wait.Ended ignored -> throw new IllegalStateException("An ended actor is not busy");
    }
  }

  private static void addFaults(
      List<Action> actions, int actor, boolean mayFail, Kind one, Kind other) {
    if (mayFail) {
      actions.add(Action.of(one, actor));
      actions.add(Action.of(other, actor));
    }
  }
}
