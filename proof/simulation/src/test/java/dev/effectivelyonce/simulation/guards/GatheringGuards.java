package dev.effectivelyonce.simulation.guards;

import static dev.effectivelyonce.simulation.guards.Guard.explored;

import java.util.List;
import java.util.stream.Stream;

/** The rules of writes that go together. */
final class GatheringGuards {
  private static final String GATHERING =
      "library/core/src/main/java/dev/effectivelyonce/core/engine/WriteBatcher.java";
  private static final String STORE =
      "library/core/src/main/java/dev/effectivelyonce/core/engine/BatchingStore.java";

  private GatheringGuards() {}

  static List<Guard> all() {
    return Stream.concat(answers().stream(), departures().stream()).toList();
  }

  /** Each lane has an answer, and it is its own. */
  private static List<Guard> answers() {
    return List.of(
        guard(
            "group: each lane gets the answer to its own write",
            "a lane runs on another's claim",
            "(index, result) -> answer(members.get(index), () -> result)",
            "(index, result) -> answer(members.get(members.size() - 1 - index), () -> result)"),
        explored(
            "group: what the group can't tell is sent alone",
            "a lane takes a write for done that never happened",
            STORE,
            "batcher.write(writes, it).orElseGet(() -> store.write(it))",
            """
            batcher.write(writes, it).orElseGet(
                () -> it instanceof Write.Claim(var claim)
                    ? new WriteResult.Written(IdempotencyRecord.claimed(claim))
                    : store.write(it))
            """),
        Guard.simulated(
            "group: a commit that the group can't tell is sent alone",
            "a lane takes effects for written that are not",
            STORE,
            ".orElseGet(() -> each.commit(commit));",
            ".orElseGet(() -> new CommitResult.Committed("
                + "dev.effectivelyonce.core.record.StoredResult.none()));"),
        guard(
            "group: a lost request is each lane's own fault",
            "lanes wait for ever",
            "group.members().forEach(pending -> answer(pending, rest));",
            ""));
  }

  /** Every group leaves, and no other is needed for it. */
  private static List<Guard> departures() {
    return List.of(
        guard(
            "group: what comes while requests are under way leaves with the next",
            "lanes wait for ever",
            "locked(this::next).ifPresent(WriteBatcher.this::sendOnAThreadOfItsOwn);",
            ""),
        guard(
                "group: no two writes of one record",
                "DynamoDB refuses the whole request",
                ".filter(it -> records.add(it.id()))",
                "")
            .seenBy(
                "core.engine.WriteBatcherTest",
                "the lanes of a simulated batch have different keys"));
  }

  private static Guard guard(String id, String protects, String snippet, String replacement) {
    return explored(id, protects, GATHERING, snippet, replacement);
  }
}
