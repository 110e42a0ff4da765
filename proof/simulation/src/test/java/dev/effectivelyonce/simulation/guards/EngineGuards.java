package dev.effectivelyonce.simulation.guards;

import static dev.effectivelyonce.simulation.guards.Guard.explored;
import static dev.effectivelyonce.simulation.guards.Guard.simulated;

import java.util.List;
import java.util.stream.Stream;

/** The rules of the engine. */
final class EngineGuards {
  private static final String ENGINE =
      "library/core/src/main/java/dev/effectivelyonce/core/engine/";
  private static final String CLAIMING = ENGINE + "ClaimAcquirer.java";
  private static final String ENDING = ENGINE + "OutcomeRecorder.java";

  private static final String COUNTED_ON =
      "if (!now.isBefore(mine.leaseUntil().minus(request.margin()))) {";

  private EngineGuards() {}

  static List<Guard> all() {
    return Stream.of(starts(), lostClaims(), refusals(), ends()).flatMap(List::stream).toList();
  }

  private static List<Guard> starts() {
    return List.of(
        explored(
                "engine: a handler starts only while its lease is live, and its time not over",
                "a delayed answer starts a handler whose claim is another's by now",
                CLAIMING,
                "if (!now.isBefore(mine.leaseUntil())) {",
                "if (false) {")
            .and("if (!now.isBefore(stopAt)) {", "if (false) {")
            .and(COUNTED_ON, "if (false) {"),
        explored(
                "engine: a handler starts only while its lease is live",
                "an attempt is told a wrong reason",
                CLAIMING,
                "if (!now.isBefore(mine.leaseUntil())) {",
                "if (false) {")
            .seenBy("tests.engine.LateClaimTest", "the time to start is over before the lease is"),
        explored(
                "engine: what comes too late takes no claim",
                "a claim is taken and given back for nothing",
                CLAIMING,
                "if (!clock.instant().isBefore(request.stopAt())) {",
                "if (false) {")
            .seenBy("tests.engine.OutcomesTest", "the claim is given back"),
        explored(
                "engine: nothing starts after the time for it",
                "Lambda ends the handler in its midst",
                CLAIMING,
                "if (!now.isBefore(stopAt)) {",
                "if (false) {")
            .and(COUNTED_ON, "if (false) {"));
  }

  private static List<Guard> lostClaims() {
    return List.of(
        explored(
            "engine: a claim that was not answered is given back",
            "copies wait for an attempt that never ran",
            CLAIMING,
            "unanswered.ifPresent(mine -> giveBack(mine, UNANSWERED));",
            ""),
        explored(
            "engine: a claim that came too late is given back",
            "HOLD asks an operator about what never ran",
            CLAIMING,
            "if (!now.isBefore(stopAt)) { giveBack(mine, TOO_LATE);",
            "if (!now.isBefore(stopAt)) {"),
        explored(
            "engine: a lost take over goes back to the decision",
            "two that saw the same lapsed claim both run",
            CLAIMING,
            "onAnswer(takenOver(seen, again), claim, racesLeft - 1);",
            """
            {
              store.takeOver(seen, again);
              yield new Result.Got(seen.takenOver(again));
            }
            """),
        simulated(
            "engine: what was forgotten meanwhile is claimed",
            "a handler runs without a claim, beside another",
            CLAIMING,
            "onAnswer(claimed(again), claim, racesLeft - 1);",
            "new Result.Got(IdempotencyRecord.claimed(again));"),
        explored(
            "engine: a refused hold goes back to the decision",
            "a completed event is dead-lettered",
            CLAIMING,
            "case Written ignored -> ended(new Outcome.Held(LAPSED)); case"
                + " Refused(Optional<IdempotencyRecord> found) -> onRefusal(found, claim,"
                + " racesLeft);",
            "default -> ended(new Outcome.Held(LAPSED));"));
  }

  private static List<Guard> refusals() {
    return List.of(
        explored(
            "engine: a refused claim goes on to a take over",
            "a released event never runs",
            CLAIMING,
            "static final int MAX_RACES = 5;",
            "static final int MAX_RACES = 0;"),
        explored(
            "engine: a refused end is superseded",
            "a zombie's message is acknowledged though another attempt has it",
            ENDING,
            "arrivedBefore(current, mine.owner(), status) ? recorded",
            "true ? recorded"),
        explored(
            "engine: unless the record says that it is its own",
            "a lost answer brings a done message back",
            ENDING,
            "arrivedBefore(current, mine.owner(), status) ? recorded",
            "false ? recorded"),
        explored(
            "engine: its own by its owner",
            "a zombie takes another's completion for its own",
            ENDING,
            "it.isOwnedBy(mine) && it.status() == status",
            "it.status() == status"),
        explored(
            "engine: its own by its state",
            "what was held meanwhile is acknowledged",
            ENDING,
            "it.isOwnedBy(mine) && it.status() == status",
            "it.isOwnedBy(mine)"));
  }

  private static List<Guard> ends() {
    return List.of(
        explored(
            "engine: HOLD holds what threw",
            "an effect that may have happened is repeated",
            ENDING,
            "? hold(why, mine, stopAt)",
            "? release(why, Optional.empty(), mine, stopAt)"),
        explored(
            "engine: an end is written until the last moment",
            "a short fault of the store repeats the effect",
            ENGINE + "RepeatedWrite.java",
            "if (!e.isTransient() || !waited(pause, stopAt)) {",
            "if (true) {"),
        explored(
                "engine: each attempt has an owner id of its own",
                "the fence is open",
                ENGINE + "DeliveryContext.java",
                "this.owner = platform.owners().get();",
                "this.owner = FIRST.updateAndGet(one -> one == null ? platform.owners().get() :"
                    + " one);")
            .and(
                "private final ConsumerSettings settings;",
                """
                private static final java.util.concurrent.atomic.AtomicReference<Owner> FIRST =
                    new java.util.concurrent.atomic.AtomicReference<>();
                private final ConsumerSettings settings;
                """));
  }
}
