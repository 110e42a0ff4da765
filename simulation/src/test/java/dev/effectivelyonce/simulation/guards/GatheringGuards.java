package dev.effectivelyonce.simulation.guards;

import static dev.effectivelyonce.simulation.guards.Guard.explored;

import java.util.List;

/** The rules of writes that go together. */
final class GatheringGuards {
  private static final String GATHERING =
      "library/core/src/main/java/dev/effectivelyonce/core/engine/GatheringStore.java";

  private GatheringGuards() {}

  static List<Guard> all() {
    return List.of(
        guard(
            "group: each lane gets the answer to its own write",
            "a lane runs on another's claim",
            "(index, result) -> answer(group.get(index), () -> result)",
            "(index, result) -> answer(group.get(group.size() - 1 - index), () -> result)"),
        guard(
            "group: what the group can't tell is sent alone",
            "a lane takes a write for done that never happened",
            "return pending.answer().join().get().orElseGet(() -> alone(() -> write.to(store)));",
            """
            return pending.answer().join().get().orElseGet(
                () -> write instanceof Write.Claiming(Claim claim)
                    ? new WriteResult.Written(IdempotencyRecord.claimed(claim))
                    : alone(() -> write.to(store)));
            """),
        guard(
            "group: a lost request is each lane's own fault",
            "lanes wait for ever",
            "group.forEach(pending -> answer(pending, rest));",
            ""),
        guard(
                "group: what comes while requests are under way leaves with the next",
                "lanes wait for ever",
                "private boolean isOver() { requests--; return beginsGroup(); }",
                "private boolean isOver() { return false; }")
            // Two lanes do not come to the limit: it is lowered.
            .and(
                "private static final int REQUESTS = 4;",
                "private static final int REQUESTS = 1;"));
  }

  private static Guard guard(String id, String protects, String snippet, String replacement) {
    return explored(id, protects, GATHERING, snippet, replacement);
  }
}
