package dev.effectivelyonce.simulation.guards;

import java.util.List;
import java.util.stream.Stream;

/** The rules of outgoing messages. */
final class OutboxGuards {
  private static final String OUTBOX = "library/outbox/src/main/java/dev/effectivelyonce/outbox/";
  private static final String PUBLISHING = "Publishing";
  private static final String PUBLISHER = "OutboxPublisher";
  private static final String ITEMS = "OutboxItems";
  private static final String SENDING =
      "List<Fate> answers = channels.of(request.getFirst()).send(request);";

  private static final String ID =
      "return Sha256.base64Url(value + generation.map(it -> \"@\" + it).orElse(\"\") + \"#\" + name);";

  private OutboxGuards() {}

  static List<Guard> all() {
    return Stream.of(ids(), order(), publishing(), reading(), sweeping())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Guard> ids() {
    return List.of(
        Guard.simulated(
            "outbox: the id of a message is that of its event",
            "a receiver takes the copy of a second attempt for a new message",
            "library/core/src/main/java/dev/effectivelyonce/core/key/RecordId.java",
            ID,
            ID.replace("name)", "name + new Object())")),
        Guard.simulated(
            "outbox: the id of a message holds the generation of its record",
            "what an event sends when it runs again by right passes for a copy",
            "library/core/src/main/java/dev/effectivelyonce/core/key/RecordId.java",
            ID,
            "return Sha256.base64Url(value + \"#\" + name);"),
        guard(
            "outbox: a message goes under its id",
            "a receiver can't tell a copy",
            "QueueChannel",
            "attributes.put(OutboxLimits.ID_ATTRIBUTE, text(message.id()));",
            "attributes.put(OutboxLimits.ID_ATTRIBUTE, text(message.lane()));"),
        guard(
            "outbox: SQS knows a message by its id",
            "SQS takes another message for a copy, and drops it",
            "QueueChannel",
            ".messageDeduplicationId(message.id())",
            ".messageDeduplicationId(message.lane())"),
        guard(
            "outbox: a key is a message group",
            "messages of a key are received in any order",
            "QueueChannel",
            "entry.messageGroupId(message.lane())",
            "entry.messageGroupId(message.id())"));
  }

  private static List<Guard> order() {
    return List.of(
        guard(
            "outbox: a message that waits holds its key",
            "a later message of a key overtakes an earlier one",
            PUBLISHING,
            ".filter(message -> !held.contains(message.lane()))",
            ""),
        guard(
                "outbox: one message of a key in a request",
                "a request that fails in part brings a key out of order",
                PUBLISHING,
                ".filter(lane -> lane.size() > turn)",
                ".filter(lane -> turn == 0)")
            .and(".map(lane -> lane.get(turn))", ".flatMap(List::stream)"),
        guard(
            "outbox: Lambda repeats from the first that waits",
            "records before the last that waits are not repeated",
            PUBLISHER,
            "arrivals.stream().filter(it -> all.get(it.key()) instanceof Fate.Later).findFirst());",
            "arrivals.stream().filter(it -> all.get(it.key()) instanceof Fate.Later).reduce((a, b)"
                + " -> b));"),
        guard(
            "outbox: a key ends at what was not read",
            "a later message of a key overtakes one that was not read",
            PUBLISHER,
            ".filter(message -> !cut.contains(key.lane()))",
            ""));
  }

  private static List<Guard> publishing() {
    return List.of(
        guard(
            "outbox: what is sent is deleted, and nothing else",
            "a message that no queue has is gone",
            PUBLISHING,
            "if (answers.get(i) instanceof Fate.Sent) {",
            "if (answers.get(i) != null) {"),
        guard(
            "outbox: a message is deleted after it was sent",
            "a publisher that dies in between loses it",
            PUBLISHING,
            SENDING,
            "java.util.Set<MessageKey> early = items.delete(request); " + SENDING),
        guard(
            "outbox: what is not answered is not sent",
            "a message whose request was lost is gone",
            "ServiceFaults",
            "return new Fate.Later(e.getClass().getSimpleName(), Fate.Concern.SERVICE);",
            "return new Fate.Sent();"),
        guard(
            "outbox: what an answer does not name is not sent",
            "a message that no queue has is gone",
            "QueueChannel",
            "Collections.nCopies(messages, new Fate.Later(\"not answered\"))",
            "Collections.nCopies(messages, new Fate.Sent())"));
  }

  private static List<Guard> reading() {
    return List.of(
        guard(
            "outbox: what was not read is not taken for sent",
            "a message waits for the sweeper, behind its successors",
            PUBLISHER,
            "if (!reading.there().containsKey(key) && !reading.unread().contains(key)) {",
            "if (!reading.there().containsKey(key)) {"),
        guard(
            "outbox: items are read as they are now",
            "a message that just came is taken for sent",
            ITEMS,
            "KeysAndAttributes.builder().keys(keys).consistentRead(true).build()",
            "KeysAndAttributes.builder().keys(keys).build()"));
  }

  private static List<Guard> sweeping() {
    return List.of(
        guard(
            "outbox: a sweeper goes by age",
            "a key is swept in the order of its ids",
            "Portions",
            "messages.sort(BY_AGE); return messages;",
            "return messages;"),
        guard(
            "outbox: a sweeper leaves what is young",
            "each message is sent by two",
            "OutboxSweeper",
            "items.madeBefore(now.minus(sweptAfter))",
            "items.madeBefore(now.plus(sweptAfter))"));
  }

  private static Guard guard(
      String id, String protects, String type, String snippet, String replacement) {
    return Guard.simulated(id, protects, OUTBOX + type + ".java", snippet, replacement);
  }
}
