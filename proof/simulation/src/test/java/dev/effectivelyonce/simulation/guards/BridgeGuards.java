package dev.effectivelyonce.simulation.guards;

import static dev.effectivelyonce.simulation.guards.Guard.explored;

import java.util.List;
import java.util.stream.Stream;

/** The rules of Powertools' annotation over the library's store. */
final class BridgeGuards {
  private static final String BRIDGE =
      "library/powertools/src/main/java/dev/effectivelyonce/powertools/";
  private static final String DIRECT = "powertools.DirectCallsTest";

  private BridgeGuards() {}

  static List<Guard> all() {
    return Stream.of(answers(), beginsAndEnds()).flatMap(List::stream).toList();
  }

  private static List<Guard> answers() {
    return List.of(
        simulated(
            "powertools: a call that is not recorded throws",
            "a message is acknowledged whose completion was refused",
            "IdempotentFunction",
            "throw RefusalTranslator.notRecorded(outcome, mine.id());",
            "return;"),
        simulated(
            "powertools: a live claim is no result",
            "a caller gets nothing for an answer while the first call runs",
            "IdempotentFunction",
            "case Decision.InFlight(IdempotencyRecord live) -> PowertoolsRecords.inFlight(live);",
            "case Decision.InFlight(IdempotencyRecord live) -> duplicate(live);"),
        simulated(
            "powertools: another payload under a used key is refused",
            "a caller gets the answer to what it did not send",
            "IdempotentFunction",
            "throw new IdempotencyValidationException( \"The payload does not match the one that"
                + " was recorded for \" + id);",
            "duplicate(found.orElseThrow());"));
  }

  private static List<Guard> beginsAndEnds() {
    return List.of(
        simulated(
            "powertools: the lease outlasts the invocation by a margin",
            "a clock that is ahead takes a running call's claim",
            "IdempotentFunction",
            "deadline.plus(settings.leaseMargin()));",
            "deadline);"),
        explored(
                "powertools: an end is of the call with that very payload",
                "a call ends in the place of another",
                BRIDGE + "ThreadCalls.java",
                "return call.payload() == payload;",
                "return true;")
            .seenBy(DIRECT, "Powertools begins and ends calls in pairs"),
        explored(
                "powertools: without a key nothing runs",
                "all messages without a key pass for duplicates of the first",
                BRIDGE + "EventKey.java",
                "if (isMissing(key)) {",
                "if (false) {")
            .seenBy(DIRECT, "the callers of a history send a key"));
  }

  private static Guard simulated(
      String id, String protects, String type, String snippet, String replacement) {
    return Guard.simulated(id, protects, BRIDGE + type + ".java", snippet, replacement);
  }
}
