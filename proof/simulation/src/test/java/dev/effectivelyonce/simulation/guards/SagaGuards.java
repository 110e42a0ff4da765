package dev.effectivelyonce.simulation.guards;

import static dev.effectivelyonce.simulation.guards.Guard.explored;
import static dev.effectivelyonce.simulation.guards.Guard.simulated;

import java.util.List;
import java.util.stream.Stream;

/** The rules of sagas. */
final class SagaGuards {
  private static final String SAGA =
      "library/core/src/main/java/dev/effectivelyonce/core/saga/Saga.java";
  private static final String STEPS =
      "library/core/src/main/java/dev/effectivelyonce/core/saga/SagaSteps.java";

  private SagaGuards() {}

  static List<Guard> all() {
    return Stream.of(onItsWay(), undoing()).flatMap(List::stream).toList();
  }

  private static List<Guard> onItsWay() {
    return List.of(
        simulated(
            "saga: that it goes back is noted before anything is undone",
            "the next attempt goes forward over what is undone",
            SAGA,
            "steps.decide(Step.SAGA_FAILED, why);",
            ""),
        simulated(
            "saga: one that went back begins no further step",
            "what is undone is shipped",
            STEPS,
            "failed.isPresent() ? notAgain(name, failed.get()) : givingUp(name, action));",
            "givingUp(name, action));"),
        simulated(
            "saga: the last is undone first",
            "what later steps lean on is taken away under them",
            STEPS,
            "done.addFirst(",
            "done.add("));
  }

  private static List<Guard> undoing() {
    return List.of(
        simulated(
            "saga: giving up holds what is in doubt",
            "what happens late is never undone",
            STEPS,
            "if (wasInDoubt) {",
            "if (false) {"),
        guard(
            "saga: a step is given up by its time",
            "a few attempts within seconds end the event",
            SAGA.replace("Saga.java", "Patience.java"),
            "tried >= attempts && steps.age(step).compareTo(time) >= 0",
            "tried >= attempts",
            "SagaGivingUpTest"),
        guard(
            "saga: nothing is undone while a step is in doubt",
            "what happens late is never undone",
            SAGA,
            "if (doubtful.isPresent()) {",
            "if (false) {",
            "SagaUndoingTest"),
        guard(
            "saga: what can't be undone is held",
            "half a saga ends in silence",
            SAGA,
            "if (undoing.isOver(attemptsToUndo(), Step.SAGA_FAILED, steps)) {",
            "if (false) {",
            "SagaUndoingTest"));
  }

  private static Guard guard(
      String id, String protects, String file, String snippet, String replacement, String tests) {
    return explored(id, protects, file, snippet, replacement)
        .seenBy(
            "tests.engine." + tests,
            "an undoing of the simulation happens at once, and is tried for ever");
  }
}
