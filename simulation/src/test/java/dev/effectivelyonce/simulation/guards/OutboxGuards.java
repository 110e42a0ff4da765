package dev.effectivelyonce.simulation.guards;

import java.util.List;

/** The rules of outgoing messages. */
final class OutboxGuards {
  private static final String OUTBOX = "library/outbox/src/main/java/dev/effectivelyonce/outbox/";
  private static final String RULES = "outbox.PublishingRulesTest";
  private static final String WHY = "histories have no outbox";

  private OutboxGuards() {}

  static List<Guard> all() {
    return List.of(
        Guard.explored(
                "outbox: the id of a message is that of its event",
                "a receiver takes the copy of a second attempt for a new message",
                "library/core/src/main/java/dev/effectivelyonce/core/key/RecordId.java",
                "return Sha256.base64Url(value + \"#\" + name);",
                "return Sha256.base64Url(value + \"#\" + name + new Object());")
            .seenBy("core.key.RecordIdTest", WHY),
        guard(
            "outbox: a message that waits holds its key",
            "a later message of a key overtakes an earlier one",
            "Publishing",
            ".filter(message -> !held.contains(message.lane()))",
            ""),
        guard(
            "outbox: what is sent is deleted, and nothing else",
            "a message that no queue has is gone",
            "Publishing",
            "if (answers.get(i) instanceof Fate.Sent) {",
            "if (answers.get(i) != null) {"),
        guard(
            "outbox: what was not read is not taken for sent",
            "a message waits for the sweeper, behind its successors",
            "OutboxPublisher",
            "if (!reading.there().containsKey(key) && !reading.unread().contains(key)) {",
            "if (!reading.there().containsKey(key)) {"),
        guard(
            "outbox: Lambda repeats from the first that waits",
            "records before the last that waits are not repeated",
            "OutboxPublisher",
            "arrivals.stream().filter(it -> all.get(it.key()) instanceof Fate.Later).findFirst());",
            "arrivals.stream().filter(it -> all.get(it.key()) instanceof Fate.Later).reduce((a, b)"
                + " -> b));"));
  }

  private static Guard guard(
      String id, String protects, String type, String snippet, String replacement) {
    return Guard.explored(id, protects, OUTBOX + type + ".java", snippet, replacement)
        .seenBy(RULES, WHY);
  }
}
