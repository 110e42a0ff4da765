package dev.effectivelyonce.outbox;

import dev.effectivelyonce.dynamodb.outbox.OutboxMessage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What waits in the table, part by part. */
final class Backlog {
  private final Iterator<OutboxMessage> messages;
  private Optional<OutboxMessage> next;

  /**
   * @param messages those of a lane follow each other, in any order
   */
  Backlog(Iterator<OutboxMessage> messages) {
    this.messages = messages;
    this.next = read();
  }

  private Optional<OutboxMessage> read() {
    return messages.hasNext() ? Optional.of(messages.next()) : Optional.empty();
  }

  /** Whether there is no further part. */
  boolean isEmpty() {
    return next.isEmpty();
  }

  /**
   * The next lanes, each whole and in order.
   *
   * @param most about how many messages; a lane is not cut
   */
  List<List<OutboxMessage>> part(int most) {
    Map<String, List<OutboxMessage>> lanes = new LinkedHashMap<>();
    for (int count = 0; next.isPresent(); count++) {
      OutboxMessage message = next.get();
      if (count >= most && !lanes.containsKey(message.lane())) {
        break;
      }
      lanes.computeIfAbsent(message.lane(), lane -> new ArrayList<>()).add(message);
      next = read();
    }
    lanes.values().forEach(lane -> lane.sort(Comparator.comparing(OutboxMessage::createdAt)));
    return List.copyOf(lanes.values());
  }
}
