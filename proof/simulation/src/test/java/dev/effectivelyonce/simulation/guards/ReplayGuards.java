package dev.effectivelyonce.simulation.guards;

import static dev.effectivelyonce.simulation.guards.Guard.simulated;

import java.util.List;
import java.util.stream.Stream;

/** The rules of a replay. */
final class ReplayGuards {
  private static final String REPLAY = "library/replay/src/main/java/dev/effectivelyonce/replay/";
  private static final String DECISION = REPLAY + "ReplayDecision.java";
  private static final String MESSAGE = REPLAY + "MessageReplay.java";

  private ReplayGuards() {}

  static List<Guard> all() {
    return Stream.of(states(), limits(), carryingOut(), copies()).flatMap(List::stream).toList();
  }

  private static List<Guard> states() {
    return List.of(
        decision(
                "replay: COMPLETED is skipped",
                "a done message is sent again and again",
                "case COMPLETED -> completed(message, existing, force);",
                "case COMPLETED -> new Send();")
            .seenBy("replay.ReplayDecisionTest", "the consumer skips it, and acknowledges"),
        decision(
            "replay: fingerprints are compared first",
            "another payload under a used key is deleted unseen",
            "if (contradicts(existing, message)) {",
            "if (false) {"),
        decision(
            "replay: RETRYABLE is sent",
            "an event that has not run is deleted",
            "case RETRYABLE -> new Send();",
            "case RETRYABLE -> new Skip();"),
        decision(
                "replay: FAILED is reopened",
                "a replayed message is dead-lettered again, for ever",
                "new Leave(LeaveReason.UNDONE) : new Reopen(existing);",
                "new Leave(LeaveReason.UNDONE) : new Send();")
            .seenBy(
                "replay.ReplayDecisionTest", "the operator of the simulation reopens what failed"),
        decision(
            "replay: UNKNOWN is left to an operator",
            "an effect that may have happened is repeated",
            "case UNKNOWN -> new Leave(LeaveReason.HELD);",
            "case UNKNOWN -> new Reopen(existing);"),
        decision(
            "replay: UNKNOWN is not deleted",
            "an event that may not have happened is deleted",
            "case UNKNOWN -> new Leave(LeaveReason.HELD);",
            "case UNKNOWN -> new Skip();"));
  }

  private static List<Guard> limits() {
    return List.of(
        decision(
                "replay: a live claim is left",
                "the copy burns its receives while the attempt runs",
                "existing.isLive(now) ? new Leave(LeaveReason.IN_FLIGHT) : new Send()",
                "new Send()")
            .seenBy("replay.ReplayTest", "the consumer finds it in flight"),
        decision(
            "replay: an abandoned claim is sent",
            "an abandoned event is left for ever",
            "existing.isLive(now) ? new Leave(LeaveReason.IN_FLIGHT) : new Send()",
            "new Leave(LeaveReason.IN_FLIGHT)"),
        decision(
                "replay: nothing beyond the horizon is sent",
                "what was done long ago runs again",
                "return isKnown || force == Force.ON ? new Send()",
                "return true ? new Send()")
            .seenBy(
                "replay.ReplayDecisionTest",
                "an expired record proves nothing to the simulation either"),
        decision(
                "replay: an expired record counts as absent",
                "a message is judged by a record that its consumer will not see",
                "found.filter(it -> !it.isExpired(now))",
                "found")
            .seenBy("replay.ReplayDecisionTest", "what was completed long ago is deleted, rightly"),
        simulated(
            "replay: send first, then delete",
            "a crash in between loses the message",
            MESSAGE,
            "try { Optional<String> copy = Optional.of(queues.send(letter));",
            "try { queues.delete(letter); Optional<String> copy ="
                + " Optional.of(queues.send(letter));"));
  }

  private static List<Guard> carryingOut() {
    return List.of(
        simulated(
            "replay: what could not be sent is not deleted",
            "the message is lost",
            MESSAGE,
            "return left(message, new Leave(reason(e)), notSent(decision, e));",
            "return delete(letter, message, decision, Optional.empty());"),
        simulated(
                "replay: a refused reopening is decided anew",
                "the message is sent against the record as it is now",
                MESSAGE,
                "case Refused(Optional<IdempotencyRecord> current) -> Optional.of(current);",
                "case Refused(Optional<IdempotencyRecord> current) -> Optional.empty();")
            .seenBy("replay.CrashTest", "the consumer decides the same"),
        simulated(
                "replay: what is sent is deleted",
                "the message stays, and is sent again",
                MESSAGE,
                "return delete(letter, message, decision, copy);",
                "return Done.kept(message);")
            .seenBy("replay.CrashTest", "the consumer skips what is sent again"));
  }

  private static List<Guard> copies() {
    return List.of(
        simulated(
                "replay: what it sent itself is left",
                "a run that never ends calls a handler again and again",
                REPLAY + "BatchReplay.java",
                "done.copy().ifPresent(letters::sent);",
                "")
            .seenBy("replay.FailsAgainTest", "runs of the simulation have a limit"),
        simulated(
                "replay: it stops when what it sends comes straight back",
                "a whole queue is sent into the failure that it came from",
                REPLAY + "ReturnWatch.java",
                "filter(back::contains).count() >= TOO_MANY",
                "filter(back::contains).count() > LATEST")
            .seenBy("replay.FailsAgainTest", "a history has too few messages"),
        simulated(
                "replay: a corrected copy has a deduplication id of its own",
                "SQS silently drops the second correction, and its letter is deleted",
                REPLAY + "DeadLetter.java",
                "return raw.equals(received) ? id()",
                "return true ? id()")
            .seenBy("replay.ActionsTest", "nobody edits a letter there"),
        simulated(
            "replay: a copy has a deduplication id of its own",
            "SQS silently drops the copy",
            REPLAY + "MessageCopy.java",
            "return \"replay-\" + letter.copyId();",
            "return letter.id();"),
        simulated(
            "replay: a copy's deduplication id is new for each dead letter",
            "SQS silently drops the copy",
            REPLAY + "MessageCopy.java",
            "return \"replay-\" + letter.copyId();",
            "return \"replay-\" + letter.raw().body();"));
  }

  private static Guard decision(String id, String protects, String snippet, String replacement) {
    return simulated(id, protects, DECISION, snippet, replacement);
  }
}
