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

  private static final String KILLED = "a batch that hangs is killed, and its messages come back";

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
            "gathering.write(writes, it).orElseGet(() -> alone(() -> store.write(it)));",
            """
            gathering.write(writes, it).orElseGet(
                () -> it instanceof Write.Claim(var claim)
                    ? new WriteResult.Written(IdempotencyRecord.claimed(claim))
                    : alone(() -> store.write(it)));
            """),
        Guard.simulated(
            "group: a commit that the group can't tell is sent alone",
            "a lane takes effects for written that are not",
            STORE,
            ".orElseGet(() -> alone(() -> each.commit(commit)));",
            ".orElseGet(CommitResult.Committed::new);"),
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
                "requests--; return leaving();",
                "requests--; return Optional.empty();")
            .seenBy(
                "core.engine.LingeringRequestsTest",
                "a lane that sends goes on, and looks again, when its request is over"),
        guard(
                "group: a lane that goes away or ends makes others look",
                "lanes wait for ever",
                "lanes.whenFewer(this::look);",
                "")
            .seenBy("simulation.lambda.BatchEndsTest", KILLED),
        guard(
                "group: no two writes of one record",
                "DynamoDB refuses the whole request",
                ".filter(it -> records.add(it.id()))",
                "")
            .seenBy(
                "core.engine.GatheredGroupsTest",
                "the lanes of a simulated batch have different keys"));
  }

  private static Guard guard(String id, String protects, String snippet, String replacement) {
    return explored(id, protects, GATHERING, snippet, replacement);
  }
}
