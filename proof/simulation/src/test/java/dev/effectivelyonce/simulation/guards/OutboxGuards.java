package dev.effectivelyonce.simulation.guards;

import java.util.List;
import java.util.stream.Stream;

/** The rules of outgoing messages. */
final class OutboxGuards {
  private static final String OUTBOX = "library/outbox/src/main/java/dev/effectivelyonce/outbox/";
  private static final String PUBLISHING = "PublishRun";
  private static final String PUBLISHER = "OutboxPublisher";
  private static final String ITEMS = "OutboxItems";
  private static final String LANES = "PendingLanes";
  private static final String SENDING =
      "List<SendResult> answers = channels.of(request.getFirst()).send(request);";

  private static final String ID =
      "return Sha256.base64Url(value + generation.map(it -> \"@\" + it).orElse(\"\") + \"#\" +"
          + " name);";

  private OutboxGuards() {}

  static List<Guard> all() {
    return Stream.of(
            ids(),
            order(),
            commits(),
            publishing(),
            reading(),
            destinations(),
            deletes(),
            sweeping())
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
                ID.replace("name)", "name + new Object())"))
            .seenBy(
                "core.key.RecordIdTest",
                "one life of a record commits once, and what it sends is kept with its id"),
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
            ".filter(message -> !held.containsKey(message.lane()))",
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
            "!isLeft(it, later, left)) .findFirst());",
            "!isLeft(it, later, left)) .reduce((a, b) -> b));"),
        guard(
            "outbox: what was left to the sweeper goes first",
            "a later message of a key overtakes one that was left",
            LANES,
            "Deque<OutboxMessage> left = left();",
            "Deque<OutboxMessage> left = new ArrayDeque<>();"));
  }

  private static List<Guard> commits() {
    return List.of(
        guard(
            "outbox: messages of a commit go by their places",
            "the stream's order, which is none, is that of a commit",
            LANES,
            ".map(id -> there.containsKey(id) ? add(there.get(id)) : !isUnsettled(message))",
            ".map(id -> true)"),
        guard(
                "outbox: a message waits for the one before it in its commit",
                "a message overtakes one that is not to be seen yet",
                LANES,
                ": !isUnsettled(message))",
                ": true)")
            .seenBy(
                "outbox.MessagesOfOneCommitTest", "few histories read in the midst of a commit"),
        Guard.simulated(
            "outbox: a sweeper goes by places too",
            "messages of a commit are swept in the order of their ids",
            "library/core/src/main/java/dev/effectivelyonce/core/outbox/OutboxMessage.java",
            ".thenComparingInt(message -> message.place().number());",
            ";"));
  }

  private static List<Guard> publishing() {
    return List.of(
        guard(
            "outbox: what is sent is deleted, and nothing else",
            "a message that no queue has is gone",
            PUBLISHING,
            "if (answers.get(i) instanceof SendResult.Sent) {",
            "if (answers.get(i) != null) {"),
        guard(
            "outbox: a message is deleted after it was sent",
            "a publisher that dies in between loses it",
            PUBLISHING,
            SENDING,
            "java.util.Set<OutboxKey> early = items.delete(request); " + SENDING),
        guard(
            "outbox: what is not answered is not sent",
            "a message whose request was lost is gone",
            "ServiceFaults",
            "return new SendResult.Later(e.getClass().getSimpleName());",
            "return new SendResult.Sent();"),
        guard(
            "outbox: what an answer does not name is not sent",
            "a message that no queue has is gone",
            "QueueChannel",
            "Collections.nCopies(messages, new SendResult.Later(\"not answered\"))",
            "Collections.nCopies(messages, new SendResult.Sent())"));
  }

  private static List<Guard> reading() {
    return List.of(
        guard(
            "outbox: what was not read is not taken for sent",
            "a message waits for the sweeper, behind its successors",
            PUBLISHER,
            "if (unread.isPresent() || isThere) {",
            "if (isThere) {"),
        guard(
            "outbox: items are read as they are now",
            "a message that just came is taken for sent",
            ITEMS,
            ".consistentRead(true) .nextToken(next.orElse(null))",
            ".nextToken(next.orElse(null))"));
  }

  private static List<Guard> destinations() {
    return List.of(
        guard(
            "outbox: a destination's trouble is not its messages'",
            "a queue that throttles or is gone lets a key's later messages pass",
            "ServiceFaults",
            "return OF_THE_MESSAGE.contains(code) ? new SendResult.Never(code) : new"
                + " SendResult.Later(code);",
            "return new SendResult.Never(code);"),
        guard(
            "outbox: the publisher leaves a message to the sweeper after a while",
            "a destination that is away holds a shard",
            PUBLISHER,
            "boolean isLeft = isOfTheLane && arrival.isBefore(left.minus(CLOCKS_DIFFER));",
            "boolean isLeft = false;"),
        guard(
                "outbox: the publisher stays at a message for a while",
                "a key's later messages pass one that is not old enough to be seen as left",
                PUBLISHER,
                "boolean isLeft = isOfTheLane && arrival.isBefore(left.minus(CLOCKS_DIFFER));",
                "boolean isLeft = isOfTheLane;")
            .seenBy(
                "outbox.DestinationsThatFailTest",
                "few histories have another message of the lane in the seconds after it"),
        guard(
                "outbox: a destination that fails is asked a few times",
                "the requests to a destination that is away take all the time",
                "FailureBudgets",
                "return failuresInARow >= MOST_FAILURES || time.compareTo(MOST_TIME) >= 0;",
                "return false;")
            .seenBy(
                "outbox.DestinationsThatFailTest",
                "no history has so many messages that their requests fill an invocation"));
  }

  private static List<Guard> deletes() {
    return List.of(
        guard(
                "outbox: what was sent and not deleted is not sent again",
                "each retry sends a message again whose item is kept",
                PUBLISHING,
                "if (items.owes(message)) {",
                "if (message.lane().isEmpty()) {")
            .seenBy(
                "outbox.DeletesThatFailTest",
                "DynamoDB rarely keeps one item and takes others in a history"),
        guard(
                "outbox: nothing is sent while the table takes no deletes",
                "each process sends what it can't delete",
                ITEMS,
                "return !deleteKeys(some).contains(NONE);",
                "return deleteKeys(some) != null;")
            .seenBy(
                "outbox.DeletesThatFailTest",
                "a history does not count the copies that processes send which are new"));
  }

  private static List<Guard> sweeping() {
    return List.of(
        guard(
            "outbox: a sweeper goes by age",
            "a key is swept in the order of its ids",
            "LaneChunks",
            "messages.sort(OutboxMessage.BY_AGE); return messages;",
            "return messages;"),
        guard(
            "outbox: a sweeper leaves what is young",
            "each message is sent by two",
            "OutboxSweeper",
            "items.madeBefore(now.minus(sweptAfter), part, PARTS)",
            "items.madeBefore(now.plus(sweptAfter), part, PARTS)"),
        guard(
                "outbox: a sweeper begins elsewhere each time",
                "what is at the table's end waits for ever behind what takes all the time",
                "OutboxSweeper",
                "Collections.shuffle(parts, random);",
                "")
            .seenBy(
                "outbox.DestinationsThatFailTest",
                "no history has so many messages that a sweep does not see all"));
  }

  private static Guard guard(
      String id, String protects, String type, String snippet, String replacement) {
    return Guard.simulated(id, protects, OUTBOX + type + ".java", snippet, replacement);
  }
}
