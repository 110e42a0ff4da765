package dev.effectivelyonce.simulation.guards;

import static dev.effectivelyonce.simulation.guards.Guard.explored;
import static dev.effectivelyonce.simulation.guards.Guard.simulated;

import java.util.List;
import java.util.stream.Stream;

/** The conditions of the store's writes. */
final class StoreGuards {
  private static final String STORE =
      "library/testkit/src/main/java/dev/effectivelyonce/testkit/InMemoryStore.java";
  private static final String ASKED = "if (!write.guard().holds(current)) {";
  private static final String GUARD =
      "library/core/src/main/java/dev/effectivelyonce/core/store/Guard.java";
  private static final String ABSENT =
      "return current.filter(record -> !record.isExpired(now)).isEmpty();";
  private static final String HELD_BY =
      "it -> it.isOwnedBy(owner) && it.status() == Status.INPROGRESS";
  private static final String SAME =
      "current.isOwnedBy(seen.owner()) && current.status() == seen.status();";

  private static final String RECORD =
      "library/core/src/main/java/dev/effectivelyonce/core/record/IdempotencyRecord.java";

  private static final String TRAIL =
      "library/testkit/src/main/java/dev/effectivelyonce/testkit/InMemoryTrail.java";
  private static final String NO_TRAIL = "no history keeps trails";

  private StoreGuards() {}

  static List<Guard> all() {
    return Stream.of(
            wholeConditions(),
            partsOfConditions(),
            operators(),
            erasing(),
            acknowledging(),
            forgetting(),
            trail())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Guard> wholeConditions() {
    return List.of(
        explored(
            "claim: no record, or an expired one",
            "a claim overwrites another's",
            GUARD,
            ABSENT,
            "return true;"),
        explored(
            "claim: an expired record counts as absent",
            "a key can never be used again",
            GUARD,
            ABSENT,
            "return current.isEmpty();"),
        unasked(
            "take over: its condition",
            "two that saw the same lapsed claim both run",
            "Write.TakeOver"),
        unasked(
            "complete: its condition",
            "a zombie overwrites its successor's result",
            "Write.Complete"),
        unasked(
            "release: its condition", "a zombie gives its successor's claim back", "Write.Release"),
        unasked("fail: its condition", "a zombie fails what its successor does", "Write.Fail"));
  }

  private static List<Guard> partsOfConditions() {
    return List.of(
        explored(
            "complete, release, fail: the owner is me",
            "a zombie ends its successor's claim",
            GUARD,
            HELD_BY,
            "it -> it.status() == Status.INPROGRESS"),
        explored(
            "complete, release, fail: INPROGRESS",
            "what was held, settled or ended is written over",
            GUARD,
            HELD_BY,
            "it -> it.isOwnedBy(owner)"),
        unasked("hold: its condition", "a completion becomes UNKNOWN", "Write.Hold"),
        explored(
            "take over, hold, settle, forget: the owner is the one seen",
            "an operator's decision about one attempt changes another's",
            GUARD,
            SAME,
            "current.status() == seen.status();"),
        explored(
            "take over, hold, settle, forget: the status is the one seen",
            "what ended meanwhile is taken over, held or settled",
            GUARD,
            SAME,
            "current.isOwnedBy(seen.owner());"),
        simulated(
            "take over, hold: the lease is the one seen",
            "an attempt that just renewed loses its claim",
            GUARD,
            "isSameAttempt(it, seen) && it.leaseUntil().equals(seen.leaseUntil())",
            "isSameAttempt(it, seen)"));
  }

  private static List<Guard> operators() {
    return List.of(
        Guard.of(
            "renew: its condition",
            "an attempt renews another's claim",
            STORE,
            unasked("Write.Renew"),
            new Guard.Catcher.Simulation()),
        simulated(
                "renew: a lease does not become shorter",
                "a late renewal shortens the lease of an attempt that runs",
                GUARD,
                "holds(current.filter(it -> !it.leaseUntil().isAfter(latest)));",
                "holds(current);")
            .seenBy(
                "contracts.InMemoryStoreContractTest", "no history among those tried is so late"),
        explored(
            "settle, forget: no live claim",
            "an operator changes what a handler works on",
            GUARD,
            "isSameAttempt(it, seen) && !it.isLive(now)",
            "isSameAttempt(it, seen)"),
        unasked(
            "settle: its condition",
            "an operator's decision meets another state than the one seen",
            "Write.Settle"));
  }

  private static List<Guard> erasing() {
    return List.of(
        unasked(
            "erase: its condition", "what a handler works on is erased beneath it", "Write.Erase"),
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
            "steps,"));
  }

  private static List<Guard> acknowledging() {
    return List.of(
        unasked(
            "acknowledge: its condition",
            "a failure that nobody saw leaves the list",
            "Write.Acknowledge"),
        simulated(
                "acknowledge: a later attempt's failure is another one",
                "what fails again is found by nobody",
                RECORD,
                "acknowledged == attempt",
                "acknowledged > 0")
            .seenBy("contracts.InMemoryListingContractTest", "no invariant asks what is listed"));
  }

  private static List<Guard> forgetting() {
    return List.of(
        unasked(
            "forget: its condition", "a claim is forgotten while its handler runs", "Write.Forget"),
        simulated(
            "forget: another generation begins",
            "what an event sends when it runs again by right passes for a copy",
            RECORD,
            "Optional.of(new Generation(nobody.value())),",
            "generation,"),
        simulated(
                "forget: a record stays",
                "a late copy of a claim revives what was forgotten",
                STORE,
                "put(after); return new WriteResult.Written(after);",
                "put(after); if (write instanceof Write.Forget) { delete(write.id()); } return new"
                    + " WriteResult.Written(after);")
            .seenBy(
                "contracts.InMemoryStoreContractTest", "no history among those tried is so late"));
  }

  private static List<Guard> trail() {
    return List.of(
        simulated(
                "trail: a refused write leaves no entry",
                "a trail tells of a decision that nobody carried out",
                TRAIL,
                "if (result instanceof Written) {",
                "if (result != null) {")
            .seenBy("contracts.InMemoryTrailContractTest", NO_TRAIL),
        simulated(
                "trail: a write that is sent again leaves one entry",
                "one decision passes for two",
                TRAIL,
                "before.stream().anyMatch(it -> it.id().equals(entry.id()))",
                "false")
            .seenBy("contracts.InMemoryTrailContractTest", NO_TRAIL));
  }

  /** The store asks no guard where this is so. */
  static Guard.Edit unless(String condition) {
    return new Guard.Edit(ASKED, "if (!(" + condition + ") && !write.guard().holds(current)) {");
  }

  /** A verb whose guard the store does not ask. */
  private static Guard unasked(String id, String protects, String verb) {
    return Guard.of(id, protects, STORE, unasked(verb), new Guard.Catcher.Exploration());
  }

  private static Guard.Edit unasked(String verb) {
    return unless("write instanceof " + verb + " && current.isPresent()");
  }
}
