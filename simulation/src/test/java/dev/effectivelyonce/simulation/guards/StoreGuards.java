package dev.effectivelyonce.simulation.guards;

import static dev.effectivelyonce.simulation.guards.Guard.explored;
import static dev.effectivelyonce.simulation.guards.Guard.simulated;

import java.util.List;
import java.util.stream.Stream;

/** The conditions of the store's writes. */
final class StoreGuards {
  private static final String STORE =
      "library/testkit/src/main/java/dev/effectivelyonce/testkit/InMemoryStore.java";
  private static final String HELD_BY =
      "current -> current.isOwnedBy(mine.owner()) && current.status() == Status.INPROGRESS";
  private static final String SAME =
      "current -> current.isOwnedBy(seen.owner()) && current.status() == seen.status()";

  private static final String RECORD =
      "library/core/src/main/java/dev/effectivelyonce/core/record/IdempotencyRecord.java";

  private StoreGuards() {}

  static List<Guard> all() {
    return Stream.of(wholeConditions(), partsOfConditions(), operators(), erasingAndForgetting())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Guard> wholeConditions() {
    return List.of(
        guard(
            "claim: no record, or an expired one",
            "a claim overwrites another's",
            "current.filter(record -> !record.isExpired(claim.stamp().at())).isEmpty();",
            "true;"),
        guard(
            "claim: an expired record counts as absent",
            "a key can never be used again",
            "current.filter(record -> !record.isExpired(claim.stamp().at())).isEmpty();",
            "current.isEmpty();"),
        guard(
            "take over: its condition",
            "two that saw the same lapsed claim both run",
            "asSeen(seen), current -> current.takenOver(claim)",
            "ignored -> true, current -> current.takenOver(claim)"),
        guard(
            "complete: its condition",
            "a zombie overwrites its successor's result",
            "heldBy(mine), current -> current.completed(result, stamp)",
            "ignored -> true, current -> current.completed(result, stamp)"),
        guard(
            "release: its condition",
            "a zombie gives its successor's claim back",
            "heldBy(mine), current -> current.released(why, stamp)",
            "ignored -> true, current -> current.released(why, stamp)"),
        guard(
            "fail: its condition",
            "a zombie fails what its successor does",
            "heldBy(mine), current -> current.failed(why, stamp)",
            "ignored -> true, current -> current.failed(why, stamp)"));
  }

  private static List<Guard> partsOfConditions() {
    return List.of(
        guard(
            "complete, release, fail: the owner is me",
            "a zombie ends its successor's claim",
            HELD_BY,
            "current -> current.status() == Status.INPROGRESS"),
        guard(
            "complete, release, fail: INPROGRESS",
            "what was held, settled or ended is written over",
            HELD_BY,
            "current -> current.isOwnedBy(mine.owner())"),
        guard(
            "hold: its condition",
            "a completion becomes UNKNOWN",
            "asSeen(seen), current -> current.held(why, stamp)",
            "ignored -> true, current -> current.held(why, stamp)"),
        guard(
            "take over, hold, settle, forget: the owner is the one seen",
            "an operator's decision about one attempt changes another's",
            SAME,
            "current -> current.status() == seen.status()"),
        guard(
            "take over, hold, settle, forget: the status is the one seen",
            "what ended meanwhile is taken over, held or settled",
            SAME,
            "current -> current.isOwnedBy(seen.owner())"),
        simulated(
            "take over, hold: the lease is the one seen",
            "an attempt that just renewed loses its claim",
            STORE,
            "return sameOwnerAndStatus(seen).and(current -> "
                + "current.leaseUntil().equals(seen.leaseUntil()));",
            "return sameOwnerAndStatus(seen);"));
  }

  private static List<Guard> operators() {
    return List.of(
        simulated(
            "renew: its condition",
            "an attempt renews another's claim",
            STORE,
            "heldUntil(whole, mine), current -> current.renewed(whole, stamp)",
            "ignored -> true, current -> current.renewed(whole, stamp)"),
        simulated(
                "renew: a lease does not become shorter",
                "a late renewal shortens the lease of an attempt that runs",
                STORE,
                "return heldBy(mine).and(current -> !current.leaseUntil().isAfter(latest));",
                "return heldBy(mine);")
            .seenBy("testkit.InMemoryStoreContractTest", "no history among those tried is so late"),
        guard(
            "settle, forget: no live claim",
            "an operator changes what a handler works on",
            "return sameOwnerAndStatus(seen).and(current -> !current.isLive(now));",
            "return sameOwnerAndStatus(seen);"),
        guard(
            "settle: its condition",
            "an operator's decision meets another state than the one seen",
            "seen.id(), restingAt(seen, stamp.at()), current -> current.settled(decision, stamp)",
            "seen.id(), ignored -> true, current -> current.settled(decision, stamp)"));
  }

  private static List<Guard> erasingAndForgetting() {
    return List.of(
        guard(
            "erase: its condition",
            "what a handler works on is erased beneath it",
            "change(seen.id(), restingAt(seen, now), IdempotencyRecord::erased);",
            "change(seen.id(), ignored -> true, IdempotencyRecord::erased);"),
        explored(
            "erase: the status stays",
            "what is erased runs again",
            RECORD,
            "public IdempotencyRecord erased() { return new IdempotencyRecord( id, status,",
            "public IdempotencyRecord erased() { return new IdempotencyRecord( id,"
                + " Status.RETRYABLE,"),
        simulated(
            "erase: what steps came to goes too",
            "what is personal stays in a record that counts as erased",
            RECORD,
            "steps.stream().map(Step::erased).toList(),",
            "steps,"),
        guard(
            "forget: its condition",
            "a claim is forgotten while its handler runs",
            "existing.filter(restingAt(seen, now))",
            "existing"));
  }

  private static Guard guard(String id, String protects, String snippet, String replacement) {
    return explored(id, protects, STORE, snippet, replacement);
  }
}
