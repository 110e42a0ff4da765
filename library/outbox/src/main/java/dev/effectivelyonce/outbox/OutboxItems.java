package dev.effectivelyonce.outbox;

import dev.effectivelyonce.core.outbox.OutboxMessage;
import dev.effectivelyonce.dynamodb.outbox.OutboxItem;
import dev.effectivelyonce.outbox.SendResult.Concern;
import dev.effectivelyonce.outbox.SendResult.Later;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** The outbox table as a publisher sees it. A message that is not in it was sent. */
final class OutboxItems {
  private static final Logger LOG = LoggerFactory.getLogger(OutboxItems.class);

  /** The most lanes of a query: PartiQL takes so many partition keys. */
  private static final int LANES_OF_A_READ = 50;

  /** The most pages of a read, of 1 MB each: what is read has to fit into memory. */
  private static final int PAGES_OF_A_READ = 8;

  private static final int DELETES_OF_A_WRITE = 25;

  /** How often what DynamoDB left undone is sent again, at once: the SDK has pauses of its own. */
  private static final int TRIES = 3;

  /** The key of no message. Deleting it shows whether the table takes deletes. */
  private static final OutboxKey NONE = new OutboxKey("#", "#");

  private static final Later UNREAD = new Later("it could not be read", Concern.TABLE);
  private static final Later TOO_MANY =
      new Later("more of its lane wait than can be read", Concern.LANE);

  private final DynamoDbClient client;
  private final String table;

  /** The messages to delete before anything is sent; at first a probe alone. */
  private final Set<OutboxKey> owed = ConcurrentHashMap.newKeySet();

  OutboxItems(DynamoDbClient client, String table) {
    this.client = client;
    this.table = table;
    this.owed.add(NONE);
  }

  /**
   * The messages that were read.
   *
   * @param lanes all messages that wait in a lane, in no order
   * @param unread why a lane was not read
   */
  record Reading(Map<String, List<OutboxMessage>> lanes, Map<String, Later> unread) {
    /** Returns the messages of a lane that was read. */
    List<OutboxMessage> of(String lane) {
      return lanes.getOrDefault(lane, List.of());
    }
  }

  /** Reads lanes as they are now. A fault of DynamoDB is a result, not an exception. */
  Reading read(Collection<String> lanes) {
    Reading reading = new Reading(new HashMap<>(), new HashMap<>());
    List<String> all = List.copyOf(new LinkedHashSet<>(lanes));
    for (int from = 0; from < all.size(); from += LANES_OF_A_READ) {
      read(all.subList(from, Math.min(all.size(), from + LANES_OF_A_READ)), reading);
    }
    return reading;
  }

  private void read(List<String> lanes, Reading reading) {
    Map<String, List<OutboxMessage>> found = new HashMap<>();
    try {
      Optional<String> next = Optional.empty();
      for (int i = 0; i < PAGES_OF_A_READ; i++) {
        ExecuteStatementResponse page = page(lanes, next);
        page.items().stream()
            .flatMap(item -> message(item).stream())
            .forEach(it -> found.computeIfAbsent(it.lane(), lane -> new ArrayList<>()).add(it));
        next = Optional.ofNullable(page.nextToken());
        if (next.isEmpty()) {
          reading.lanes().putAll(found);
          return;
        }
      }
      readLess(lanes, reading);
    } catch (SdkException e) {
      LOG.warn("The outbox {} can't be read: {}", table, e.getClass().getSimpleName());
      lanes.forEach(lane -> reading.unread().put(lane, UNREAD));
    }
  }

  private void readLess(List<String> lanes, Reading reading) {
    if (lanes.size() == 1) {
      reading.unread().put(lanes.getFirst(), TOO_MANY);
    } else {
      read(lanes.subList(0, lanes.size() / 2), reading);
      read(lanes.subList(lanes.size() / 2, lanes.size()), reading);
    }
  }

  private ExecuteStatementResponse page(List<String> lanes, Optional<String> next) {
    String statement =
        "SELECT * FROM \"%s\" WHERE \"%s\" IN [%s]"
            .formatted(
                table,
                OutboxItem.LANE_ATTRIBUTE,
                String.join(",", Collections.nCopies(lanes.size(), "?")));
    // Consistent: a message that was deleted a moment ago must not be sent again.
    return client.executeStatement(
        read ->
            read.statement(statement)
                .parameters(lanes.stream().map(AttributeValue::fromS).toList())
                .consistentRead(true)
                .nextToken(next.orElse(null)));
  }

  /** Returns whether a message was sent by this process, and is still to be deleted. */
  boolean owes(OutboxMessage message) {
    return owed.contains(OutboxKey.of(message));
  }

  /**
   * Deletes what this process sent and could not delete. Nothing may be sent while the table takes
   * no deletes.
   *
   * @return whether the table takes deletes
   */
  boolean deleteOwed() {
    if (owed.isEmpty()) {
      return true;
    }
    Set<OutboxKey> some = new LinkedHashSet<>(owed);
    some.add(NONE);
    return !deleteKeys(some).contains(NONE);
  }

  /** Deletes what was sent. Returns the keys that may still be there. */
  Set<OutboxKey> delete(Collection<OutboxMessage> sent) {
    return deleteKeys(sent.stream().map(OutboxKey::of).toList());
  }

  private Set<OutboxKey> deleteKeys(Collection<OutboxKey> keys) {
    List<OutboxKey> all = List.copyOf(keys);
    Set<OutboxKey> left = new HashSet<>();
    for (int from = 0; from < all.size(); from += DELETES_OF_A_WRITE) {
      left.addAll(deleteSome(all.subList(from, Math.min(all.size(), from + DELETES_OF_A_WRITE))));
    }
    owed.removeAll(all);
    owed.addAll(left);
    return left;
  }

  private Set<OutboxKey> deleteSome(List<OutboxKey> keys) {
    List<WriteRequest> left =
        keys.stream()
            .map(key -> WriteRequest.builder().deleteRequest(it -> it.key(key.item())))
            .map(WriteRequest.Builder::build)
            .toList();
    try {
      for (int i = 0; i < TRIES && !left.isEmpty(); i++) {
        List<WriteRequest> asked = left;
        left =
            client
                .batchWriteItem(write -> write.requestItems(Map.of(table, asked)))
                .unprocessedItems()
                .getOrDefault(table, List.of());
      }
    } catch (SdkException e) {
      LOG.warn("The outbox {} takes no deletes: {}", table, e.getClass().getSimpleName());
    }
    Set<OutboxKey> undeleted = new HashSet<>();
    left.forEach(it -> undeleted.add(OutboxKey.ofItem(it.deleteRequest().key())));
    return undeleted;
  }

  /**
   * Returns the messages of a part of the table that were made before a time, lane by lane. They
   * are read as the iterator moves.
   *
   * @param part counts from 0
   * @param parts a lane is in one of them as a whole
   */
  Iterator<OutboxMessage> madeBefore(Instant time, int part, int parts) {
    AttributeValue before = AttributeValue.fromN(Long.toString(time.toEpochMilli()));
    return client
        .scanPaginator(
            scan ->
                scan.tableName(table)
                    .consistentRead(true)
                    .segment(part)
                    .totalSegments(parts)
                    .filterExpression("#created < :before")
                    .expressionAttributeNames(Map.of("#created", OutboxItem.CREATED_AT_ATTRIBUTE))
                    .expressionAttributeValues(Map.of(":before", before)))
        .items()
        .stream()
        .flatMap(item -> message(item).stream())
        .iterator();
  }

  private Optional<OutboxMessage> message(Map<String, AttributeValue> item) {
    try {
      if (OutboxItem.is(item)) {
        return Optional.of(OutboxItem.message(item));
      }
    } catch (RuntimeException e) {
      // Reported below.
    }
    LOG.error("The outbox {} has an item that is no message: {}", table, OutboxKey.ofItem(item));
    return Optional.empty();
  }
}
