package dev.effectivelyonce.simulation.guards;

import static dev.effectivelyonce.simulation.guards.Guard.explored;
import static dev.effectivelyonce.simulation.guards.Guard.simulated;

import java.util.List;
import java.util.stream.Stream;

/** The rules of steps. */
final class StepsGuards {
  private static final String ASKED = "a simulated provider can be asked, which mends it";
  private static final String SAME = "simulated handlers stay as they are";
  private static final String CORE = "library/core/src/main/java/dev/effectivelyonce/core/";
  private static final String STEPS = CORE + "engine/StepJournal.java";
  private static final String NOTES = CORE + "engine/StepRecorder.java";
  private static final String ORDER = CORE + "engine/StepOrder.java";
  private static final String STORE =
      "library/testkit/src/main/java/dev/effectivelyonce/testkit/InMemoryStore.java";

  private StepsGuards() {}

  static List<Guard> all() {
    return Stream.of(
            notes(),
            takenBack(),
            stops(),
            conditions(),
            memory(),
            doubts(),
            lastingDoubts(),
            halfDone(),
            order())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Guard> notes() {
    return List.of(
        simulated(
            "steps: the intent is noted before the effect",
            "a crash hides that it may have happened",
            NOTES,
            "note(intent); if (isLate()) { takeBack",
            "if (isLate()) { takeBack"),
        guard(
            "steps: nothing begins after the handler's time",
            "Lambda ends the effect in its midst",
            NOTES,
            "if (isLate()) { throw late(intent); } checkRoom",
            "checkRoom",
            "StepNotesTest"),
        simulated(
                "steps: nothing begins after an intent that was answered too late",
                "the effect stands beside its successor's",
                NOTES,
                "note(intent); if (isLate()) {",
                "note(intent); if (false) {")
            .seenBy("tests.engine.StepNotesTest", "no history among those tried is so late"));
  }

  private static List<Guard> takenBack() {
    return List.of(
        guard(
            "steps: what was not begun is taken back",
            "an operator is asked about what never ran",
            NOTES,
            "if (before.state() != Step.State.INTENT) { note(",
            "if (false) { note(",
            "StepNotesTest"),
        guard(
            "steps: the doubt of an earlier attempt is not taken back",
            "an effect that may have happened is repeated",
            NOTES,
            "if (before.state() != Step.State.INTENT) { note(",
            "if (true) { note(",
            "StepNotesTest"));
  }

  private static List<Guard> stops() {
    return List.of(
        guard(
            "steps: a refused note stops the handler",
            "a zombie goes on beside its successor",
            NOTES,
            "current.filter(it -> arrivedBefore(it, step)).orElseThrow(this::superseded)",
            "current.orElse(mine())",
            "StepNotesTest"),
        guard(
            "steps: unless its own note is there",
            "a lost answer leaves a step in doubt",
            NOTES,
            "current.filter(it -> arrivedBefore(it, step)).orElseThrow(this::superseded)",
            "current.filter(it -> false).orElseThrow(this::superseded)",
            "StepNotesTest"),
        guard(
            "steps: what has stopped a handler stands",
            "a handler that catches everything completes a record in doubt",
            STEPS,
            "notes.checkGoesOn(); order.checkEnd(result);",
            "order.checkEnd(result);",
            "StepNotesTest"),
        guard(
            "steps: a handler that was stopped begins no other step",
            "a zombie has further effects",
            STEPS,
            "notes.checkGoesOn(); Step step = order.next(name); try",
            "Step step = order.next(name); try",
            "StepPoliciesTest"));
  }

  private static List<Guard> conditions() {
    return List.of(
        Guard.of(
            "steps: only the owner of the claim notes",
            "a zombie undoes what its successor noted",
            STORE,
            StoreGuards.unless(
                "write instanceof Write.Note note && current.filter(it ->"
                    + " it.hasStepAsIn(note.seen(), note.step().name())).isPresent()"),
            new Guard.Catcher.Simulation()),
        explored(
                "steps: a note that comes late is refused",
                "what is done is in doubt again",
                CORE + "store/Write.java",
                "new Guard.NotNotedSince(new Guard.HeldBy(seen.owner()), seen, step.name())",
                "new Guard.HeldBy(seen.owner())")
            .seenBy("contracts.InMemoryStoreContractTest", ASKED));
  }

  private static List<Guard> memory() {
    return List.of(
        simulated(
            "steps: what is done is not done again",
            "each attempt repeats the effect",
            STEPS,
            "case DONE -> remembered(step, policy);",
            "case DONE -> perform(step, policy, action);"),
        guard(
            "steps: what failed for good is not tried again",
            "a declined card is charged later, after the event was given up",
            STEPS,
            "case FAILED -> throw new StepFailedException(why(step).text());",
            "case FAILED -> perform(step, policy, action);",
            "StepsTest"),
        simulated(
            "steps: a take over keeps them",
            "the next attempt knows of no effect",
            CORE + "record/Claim.java",
            "Optional.empty(), seen.steps(), seen.generation(),",
            "Optional.empty(), List.of(), seen.generation(),"),
        guard(
            "steps: the provider key is the same in every attempt",
            "a provider can't tell a repeat from another effect",
            CORE + "key/RecordId.java",
            "Sha256.base64Url(value + \"/\" + step)",
            "Sha256.base64Url(value + \"/\" + step + System.nanoTime())",
            "StepsTest"));
  }

  private static List<Guard> doubts() {
    return List.of(
        guard(
            "steps: a doubt under hold is not run again",
            "an effect that may have happened is repeated",
            STEPS,
            "case StepPolicy.Hold<T> ignored -> throw doubtful(step);",
            "case StepPolicy.Hold<T> ignored -> perform(step, policy, action);",
            "StepPoliciesTest"),
        simulated(
            "steps: what the provider has is not run again",
            "an effect that happened is repeated",
            STEPS,
            "case Found.Done<T>(T value) -> done(step, policy, value);",
            "case Found.Done<T>(T value) -> perform(step, policy, action);"),
        guard(
            "steps: what the provider can't tell is held",
            "an effect that may have happened is repeated",
            STEPS,
            "case Found.DontKnow<T>() -> throw doubtful(step);",
            "case Found.DontKnow<T>() -> perform(step, policy, action);",
            "StepPoliciesTest"),
        simulated(
            "steps: that the provider does not have it yet leaves the doubt",
            "a request that is under way is forgotten, and never undone",
            STEPS,
            "case Found.NotDone<T>() -> perform(step, policy, action);",
            "case Found.NotDone<T>() -> perform(step.notDone(why(step)), policy, action);"));
  }

  private static List<Guard> lastingDoubts() {
    return List.of(
        guard(
            "steps: an event does not fail while a step is in doubt",
            "an effect that may have happened is buried",
            CORE + "engine/OutcomeRecorder.java",
            "Optional<Step> doubtful = mine.doubt();",
            "Optional<Step> doubtful = Optional.empty();",
            "StepPoliciesTest"),
        guard(
            "steps: a rerun that did not happen says nothing about the first",
            "a doubt counts as certainty",
            STEPS,
            "if (before.state() != Step.State.INTENT) { notes.note(intent.notDone",
            "if (true) { notes.note(intent.notDone",
            "StepPoliciesTest"));
  }

  private static List<Guard> halfDone() {
    return List.of(
        simulated(
            "steps: what is half done is kept until it ends",
            "a saga that nobody goes on with is gone after its retention",
            CORE + "record/IdempotencyRecord.java",
            "isOpen() ? when.whileOpen() : when;",
            "when;"),
        simulated(
                "steps: a note that was not answered counts as written",
                "an end shortens the life of what is half done",
                NOTES,
                "claim.noting(step);",
                "")
            .seenBy("tests.engine.StepNotesTest", "few notes of a history lose all answers"),
        simulated(
            "steps: what is half done is listed",
            "nobody finds a saga whose caller does not come back",
            CORE + "store/Listing.java",
            "this == OPEN || record.isOpen();",
            "this == OPEN;"),
        guard(
                "steps: a saga keeps room to undo what it does",
                "a record is full, and its saga can't go back",
                NOTES,
                "- notedBytes - reservedBytes;",
                "- notedBytes;",
                "StepRoomTest")
            .seenBy("tests.engine.StepRoomTest", "simulated results are short"),
        guard(
            "steps: what can't be read again is noted when it is done",
            "it is noticed by the next attempt alone",
            STEPS,
            ".map(why -> step.done(kept.result(), why))",
            ".map(why -> step.done(kept.result()))",
            "StepResultsTest"));
  }

  private static List<Guard> order() {
    return List.of(
        guard(
            "steps: another order is refused",
            "a renamed step runs again under its new name",
            ORDER,
            "if (!step.name().equals(checked)) {",
            "if (false) {",
            "StepOrderTest"),
        guard(
            "steps: a handler does not complete without a step of its record",
            "a step in doubt is buried",
            ORDER,
            "if (isCompleted) {",
            "if (false) {",
            "StepOrderTest"));
  }

  private static Guard guard(
      String id, String protects, String file, String snippet, String replacement, String tests) {
    return explored(id, protects, file, snippet, replacement)
        .seenBy("tests.engine." + tests, tests.equals("StepOrderTest") ? SAME : ASKED);
  }
}
