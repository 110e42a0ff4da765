package dev.effectivelyonce.simulation.exploration;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A history that breaks a promise.
 *
 * @param promise that is broken
 * @param steps how many it has
 * @param trace what happens
 */
record Counterexample(String promise, int steps, List<String> trace) {

  static Counterexample of(Scenario scenario, Steps steps, List<Action> actions, String promise) {
    List<String> trace = new ArrayList<>();
    State state = State.initial(scenario);
    for (int step = 0; step < actions.size(); step++) {
      Action action = actions.get(step);
      trace.add("%3s. %s".formatted(step + 1, line(state, action)));
      try {
        state = steps.after(state, action);
      } catch (RuntimeException | Error broken) {
        trace.add("     broken: " + broken.getMessage());
        break;
      }
      trace.add("     " + after(state, action));
    }
    return new Counterexample(promise, actions.size(), List.copyOf(trace));
  }

  private static String line(State state, Action action) {
    String at = String.format(Locale.ROOT, "%,d s", state.nowMillis / 1000);
    String kind = action.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    return switch (action.kind()) {
      case TICK, EXPIRE -> at + "  " + kind;
      case ARRIVE -> at + "  arrive late: " + state.late[action.actor()].call();
      case BEGIN -> at + "  actor " + (action.actor() + 1) + ": begin";
      case HANDLE -> at + "  actor " + (action.actor() + 1) + ": handler " + step(state, action);
      default -> {
        Wait wait = state.actors[action.actor()].wait;
        String about = wait instanceof Wait.Answer(Call call) ? " " + call : "";
        yield at + "  actor " + (action.actor() + 1) + ": " + kind + about;
      }
    };
  }

  private static HandlerStep step(State state, Action action) {
    Wait wait = state.actors[action.actor()].wait;
    return wait instanceof Wait.Handler(List<HandlerStep> options)
        ? options.get(action.choice())
        : HandlerStep.EFFECT;
  }

  private static String after(State state, Action action) {
    return switch (action.kind()) {
      case APPLY, ARRIVE ->
          state
              .record
              .map(
                  it ->
                      "record: %s, %s, attempt %s, lease until %s s"
                          .formatted(
                              it.status(),
                              it.owner(),
                              it.attempt(),
                              it.leaseUntil().getEpochSecond()))
              .orElse("no record");
      case TICK, EXPIRE -> "now " + state.nowMillis / 1000 + " s";
      default -> waits(state.actors[action.actor()]);
    };
  }

  private static String waits(Progress progress) {
    return switch (progress.phase) {
      case IDLE -> "ended, to be delivered again";
      case FINISHED -> "ended";
      case BUSY ->
          switch (progress.wait) {
            case Wait.Answer(Call call) -> "calls " + call;
            case Wait.Handler ignored -> "in its handler";
            case Wait.Pause() -> "pauses";
            case Wait.Ended ended -> "ended";
          };
    };
  }

  @Override
  public String toString() {
    return "Broken: " + promise + "\n" + String.join("\n", trace);
  }
}
