package dev.effectivelyonce.simulation.guards;

import static dev.effectivelyonce.simulation.guards.Guard.simulated;

import java.util.List;
import java.util.stream.Stream;

/** The rules of effects that are committed with their record. */
final class CommitGuards {
  private static final String ENGINE =
      "library/core/src/main/java/dev/effectivelyonce/core/engine/";
  private static final String ENDING = ENGINE + "OutcomeRecorder.java";
  private static final String SINGLE_SHOT = ENGINE + "SingleShotEngine.java";
  private static final String TRANSACTIONS =
      "library/testkit/src/main/java/dev/effectivelyonce/testkit/InMemoryTransactions.java";
  private static final String COMMIT_TEST = "tests.engine.CommitTest";
  private static final String YIELD_TEST = "tests.engine.YieldedResultTest";
  private static final String NO_YIELD = "effects of the simulation yield no value";

  private CommitGuards() {}

  static List<Guard> all() {
    return Stream.of(commits(), ends(), yields(), singleShots()).flatMap(List::stream).toList();
  }

  private static List<Guard> commits() {
    return List.of(
        simulated(
            "commit: the record's condition",
            "a zombie's effect happens beside its successor's",
            TRANSACTIONS,
            "return commit.guard().holds(current) ?",
            "return true ?"),
        simulated(
            "commit: a refused one is superseded",
            "a zombie's message is acknowledged though another attempt has it",
            ENDING,
            "arrivedBefore(current, completion) .map(standing -> executed(standing.result(), mine))"
                + " .orElseGet(() -> new Outcome.Superseded(mine.attempt()));",
            "executed(given, mine);"),
        simulated(
                "commit: unless the record says that it is its own",
                "a lost answer brings a done message back",
                ENDING,
                "arrivedBefore(current, completion) .map(standing -> executed(standing.result(),"
                    + " mine)) .orElseGet(() -> new Outcome.Superseded(mine.attempt()));",
                "new Outcome.Superseded(mine.attempt());")
            .seenBy(COMMIT_TEST, "the next delivery is a duplicate"),
        simulated(
                "commit: its own by its stamp",
                "a zombie answers for what an operator settled as completed",
                ENDING,
                ".filter(it -> it.stamp().equals(completion.stamp()))",
                "")
            .seenBy(COMMIT_TEST, "nothing is done twice, an answer is made up"));
  }

  private static List<Guard> ends() {
    return List.of(
        simulated(
                "commit: is sent until the last moment",
                "a short fault of the store has the handler run again",
                ENDING,
                "writes.answer(() -> transactions.commit(commit), stopAt)",
                "transactions.commit(commit)")
            .seenBy(COMMIT_TEST, "nothing has happened, so another attempt does no harm"),
        simulated(
                "commit: an effect that was refused did not happen",
                "an event is done without its effect",
                ENDING,
                "case CommitResult.EffectRefused(HandlerResult.NotDone outcome) ->"
                    + " returned(outcome, mine, stopAt);",
                "case CommitResult.EffectRefused ignored -> executed(given, mine);")
            .seenBy(COMMIT_TEST, "effects of the simulation have no conditions"));
  }

  private static List<Guard> yields() {
    return List.of(
        simulated(
                "commit: a value that its effects yield is kept",
                "duplicates get no value",
                ENDING,
                "return effects.yieldsValue() ? this::decided : Commit.Keeper.of(given);",
                "return Commit.Keeper.of(given);")
            .seenBy(YIELD_TEST, NO_YIELD),
        simulated(
                "commit: after a lost answer, the value is the record's",
                "a caller gets another value than duplicates do",
                ENDING,
                ".map(standing -> executed(standing.result(), mine))",
                ".map(standing -> executed(given, mine))")
            .seenBy(YIELD_TEST, NO_YIELD),
        simulated(
                "commit: a value beside one that is yielded is refused",
                "one of the two is lost without a word",
                ENDING,
                "return committing.effects().yieldsValue() && committing.value().isPresent() ?",
                "return committing.effects() == null ?")
            .seenBy(YIELD_TEST, NO_YIELD));
  }

  private static List<Guard> singleShots() {
    return List.of(
        simulated(
            "single shot: a refused commit is not done",
            "an event is deleted while another attempt has it",
            SINGLE_SHOT,
            "case CommitResult.Refused(Optional<IdempotencyRecord> current) -> refused(current,"
                + " commit, delivery);",
            "case CommitResult.Refused ignored -> Optional.of(executed(commit.result()));"),
        simulated(
            "single shot: a commit without an answer is not done",
            "an event is deleted that may not have happened",
            SINGLE_SHOT,
            "return Optional.of(new Outcome.Unrecorded(e, 1));",
            "return Optional.of(executed(commit.result()));"),
        simulated(
            "single shot: only what was completed is a duplicate",
            "an event is deleted while another attempt has it",
            SINGLE_SHOT,
            "if (Decision.decide(current, claim, now, context.settings().abandoned()) instanceof"
                + " Decision.Duplicate(IdempotencyRecord done)) { delivery.duplicates(done, claim);"
                + " return Optional.of(Outcome.Duplicate.of(done)); }",
            "if (Decision.decide(current, claim, now, context.settings().abandoned()) != null) {"
                + " return Optional.of(new"
                + " Outcome.Duplicate(dev.effectivelyonce.core.record.StoredResult.none())); }"));
  }
}
