package dev.effectivelyonce.simulation.guards;

import static dev.effectivelyonce.simulation.guards.Guard.explored;
import static dev.effectivelyonce.simulation.guards.Guard.simulated;

import java.util.List;
import java.util.stream.Stream;

/** That what is recorded as done has happened. */
final class DoneGuards {
  private static final String ENGINE =
      "library/core/src/main/java/dev/effectivelyonce/core/engine/";
  private static final String NEVER = "an event is recorded as done, and never happens";
  private static final String NOTHING =
      "new dev.effectivelyonce.testkit.InMemoryEffects(java.util.List.of())";
  private static final String NO_ITEMS = "dev.effectivelyonce.dynamodb.UnitOfWork.empty()";
  private static final String BESIDES = "the guard before this one is noticed without a test";

  private static final Guard LATER =
      explored(
          "done: a later attempt runs its handler",
          NEVER,
          ENGINE + "Engine.java",
          "result = handler.handle(attempt);",
          "result = attempt.number() > 1 ? HandlerResult.completed() : handler.handle(attempt);");

  private static final Guard LATER_UNDER_HOLD =
      simulated(
          "done: a later attempt under HOLD with a heartbeat runs its handler",
          NEVER,
          ENGINE + "Engine.java",
          "return run(delivery, steps.around(handler), attempt, claim, ending);",
          """
          boolean skips =
              mine.attempt() > 1
                  && context.settings().abandoned().name().equals("HOLD")
                  && request.heartbeat().isPresent();
          return run(
              delivery,
              skips ? ignored -> HandlerResult.completed() : steps.around(handler),
              attempt, claim, ending);
          """);

  private static final Guard AT_ONCE =
      simulated(
          "done: a single shot carries its effects out",
          NEVER,
          ENGINE + "SingleShotEngine.java",
          "new Commit.AtOnce(claim, given, effects,",
          "new Commit.AtOnce(claim, given, " + NO_ITEMS + ",");

  private static final Guard UNDER_CLAIM =
      simulated(
          "done: a commit carries its effects out",
          NEVER,
          ENGINE + "OutcomeRecorder.java",
          "new Commit.Completing(completion, effects,",
          "new Commit.Completing(completion, " + NO_ITEMS + ",");

  private DoneGuards() {}

  static List<Guard> all() {
    return Stream.of(handlers(), commits(), steps()).flatMap(List::stream).toList();
  }

  private static List<Guard> handlers() {
    return List.of(
        LATER,
        byTest(LATER, "tests.engine.LaterAttemptTest"),
        LATER_UNDER_HOLD,
        byTest(LATER_UNDER_HOLD, "tests.engine.LaterAttemptTest"));
  }

  private static List<Guard> commits() {
    return List.of(
        AT_ONCE,
        byTest(inMemory(AT_ONCE), "tests.engine.SingleShotTest"),
        UNDER_CLAIM,
        byTest(inMemory(UNDER_CLAIM), "tests.engine.CommitsOfLanesTest"));
  }

  private static List<Guard> steps() {
    return List.of(
        simulated(
            "done: a step that the provider does not have is performed",
            "a step is noted as done, and never happens",
            ENGINE + "StepJournal.java",
            "case Found.NotDone<T>() -> perform(step, policy, action);",
            "case Found.NotDone<T>() -> done(step, policy, (T) (Object) \"never\");"),
        simulated(
            "done: a step that a later attempt begins is performed",
            "a step is noted as done, and never happens",
            ENGINE + "StepJournal.java",
            "finished(intent, action.perform(providerKey(intent)))",
            "attempt() > 1 ? (T) (Object) \"never\" :"
                + " finished(intent, action.perform(providerKey(intent)))"));
  }

  /** The same where the store is the in-memory one. */
  private static Guard inMemory(Guard guard) {
    Guard.Edit edit = guard.edits().getFirst();
    return simulated(
        guard.id(),
        guard.protects(),
        guard.file(),
        edit.snippet(),
        edit.replacement().replace(NO_ITEMS, NOTHING));
  }

  private static Guard byTest(Guard guard, String tests) {
    return new Guard(
            guard.id() + ", by a test",
            guard.protects(),
            guard.file(),
            guard.edits(),
            guard.catcher())
        .seenBy(tests, BESIDES);
  }
}
