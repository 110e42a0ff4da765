package dev.effectivelyonce.simulation.guards;

import static dev.effectivelyonce.simulation.guards.Guard.explored;

import java.util.List;
import java.util.stream.Stream;

/** The rules of the decision, and what it leans on. */
final class CoreGuards {
  private static final String CORE = "library/core/src/main/java/dev/effectivelyonce/core/";
  private static final String DECISION = CORE + "protocol/Decision.java";
  private static final String RECORD = CORE + "record/IdempotencyRecord.java";

  private CoreGuards() {}

  static List<Guard> all() {
    return Stream.of(whatEnded(), whatIsOpen(), records()).flatMap(List::stream).toList();
  }

  private static List<Guard> whatEnded() {
    return List.of(
        decision(
            "decision: own live claim is acquired",
            "an attempt waits for itself",
            "if (existing.isOwnedBy(claim.owner())) {",
            "if (false) {"),
        decision(
            "decision: own claim that ended is not started",
            "a handler runs on a claim that was held meanwhile",
            "existing.isLive(now) ? new Acquired(existing) : new Outlived(existing)",
            "new Acquired(existing)"),
        decision(
            "decision: another payload is refused",
            "an event is skipped because another used its key",
            "if (contradicts(existing, claim)) {",
            "if (false) {"),
        decision(
            "decision: the payload is compared before the state",
            "another payload is acknowledged as a duplicate",
            "if (contradicts(existing, claim)) {",
            "if (!existing.status().name().equals(\"COMPLETED\") && contradicts(existing, claim))"
                + " {"),
        decision(
            "decision: COMPLETED is a duplicate",
            "a done event runs again",
            "case COMPLETED -> new Duplicate(existing);",
            "case COMPLETED -> new TakeOver(existing);"),
        decision(
            "decision: FAILED stays failed",
            "an event that failed for good runs again",
            "case FAILED -> new AlreadyFailed(existing);",
            "case FAILED -> new TakeOver(existing);"));
  }

  private static List<Guard> whatIsOpen() {
    return List.of(
        decision(
            "decision: UNKNOWN waits for an operator",
            "an effect that may have happened is repeated",
            "case UNKNOWN -> new Held(existing);",
            "case UNKNOWN -> new TakeOver(existing);"),
        decision(
            "decision: RETRYABLE is taken over",
            "a released event never runs",
            "case RETRYABLE -> new TakeOver(existing);",
            "case RETRYABLE -> new InFlight(existing);"),
        decision(
            "decision: a live claim is in flight",
            "two attempts run at once",
            "if (existing.isLive(now)) { return new InFlight(existing); }",
            ""),
        decision(
            "decision: HOLD holds a lapsed claim",
            "an effect that may have happened is repeated",
            "case HOLD -> new Hold(existing);",
            "case HOLD -> new TakeOver(existing);"),
        decision(
            "decision: RERUN takes a lapsed claim over",
            "an abandoned event never runs",
            "case RERUN -> new TakeOver(existing);",
            "case RERUN -> new InFlight(existing);"),
        decision(
                "decision: an expired record counts as absent",
                "a key can't be used again until the table's TTL has deleted it",
                "return found .filter(record -> !record.isExpired(now))",
                "return found")
            .seenBy("simulation.guards.ExpiredRecords", "the claim's own condition sees it first"));
  }

  private static List<Guard> records() {
    return List.of(
        explored(
            "record: a lease ends",
            "an abandoned claim is live for ever",
            RECORD,
            "return status == Status.INPROGRESS && now.isBefore(leaseUntil);",
            "return status == Status.INPROGRESS;"),
        explored(
            "record: a take over keeps the fingerprint",
            "after a take over another payload passes",
            CORE + "record/Claim.java",
            "seen.fingerprint().or(this::fingerprint)",
            "Optional.empty()"));
  }

  private static Guard decision(String id, String protects, String snippet, String replacement) {
    return explored(id, protects, DECISION, snippet, replacement);
  }
}
