package dev.effectivelyonce.outbox;

import dev.effectivelyonce.dynamodb.outbox.OutboxMessage;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** The outbox table as a publisher sees it. What is not in it was sent. */
final class OutboxItems {
  private static final Logger LOG = LoggerFactory.getLogger(OutboxItems.class);
  private static final int KEYS_OF_A_READ = 100;
  private static final int DELETES_OF_A_WRITE = 25;

  /** How often what DynamoDB left undone is asked for again, without a pause: the SDK has some. */
  private static final int TRIES = 3;

  private final DynamoDbClient client;
  private final String table;

  OutboxItems(DynamoDbClient client, String table) {
    this.client = client;
    this.table = table;
  }

  /**
   * What was read.
   *
   * @param there the messages that wait
   * @param unread those of which it is not known
   */
  record Reading(Map<MessageKey, OutboxMessage> there, Set<MessageKey> unread) {}

  /** Reads these, as they are now. Does not throw for DynamoDB's sake. */
  Reading read(Collection<MessageKey> keys) {
    Map<MessageKey, OutboxMessage> there = new HashMap<>();
    Set<MessageKey> unread = new HashSet<>();
    List<MessageKey> all = List.copyOf(new LinkedHashSet<>(keys));
    for (int from = 0; from < all.size(); from += KEYS_OF_A_READ) {
      List<MessageKey> some = all.subList(from, Math.min(all.size(), from + KEYS_OF_A_READ));
      unread.addAll(read(some, there));
    }
    return new Reading(there, unread);
  }

  /** Returns those that were not read. */
  private Set<MessageKey> read(List<MessageKey> keys, Map<MessageKey, OutboxMessage> there) {
    List<Map<String, AttributeValue>> left = keys.stream().map(MessageKey::item).toList();
    try {
      for (int i = 0; i < TRIES && !left.isEmpty(); i++) {
        BatchGetItemResponse answer = read(left);
        answer
            .responses()
            .getOrDefault(table, List.of())
            .forEach(item -> message(item).ifPresent(it -> there.put(MessageKey.of(it), it)));
        left =
            Optional.ofNullable(answer.unprocessedKeys().get(table))
                .map(KeysAndAttributes::keys)
                .orElse(List.of());
      }
    } catch (SdkException e) {
      LOG.warn("The outbox {} can't be read: {}", table, e.getClass().getSimpleName());
    }
    Set<MessageKey> unread = new HashSet<>();
    left.stream().map(MessageKey::ofItem).forEach(unread::add);
    unread.removeAll(there.keySet());
    return unread;
  }

  private BatchGetItemResponse read(List<Map<String, AttributeValue>> keys) {
    // Consistent: what was deleted a moment ago must not be sent again.
    KeysAndAttributes request = KeysAndAttributes.builder().keys(keys).consistentRead(true).build();
    return client.batchGetItem(get -> get.requestItems(Map.of(table, request)));
  }

  /** Deletes what was sent. Returns those of which it is not known that they are gone. */
  Set<MessageKey> delete(Collection<OutboxMessage> sent) {
    List<OutboxMessage> all = List.copyOf(sent);
    Set<MessageKey> left = new HashSet<>();
    for (int from = 0; from < all.size(); from += DELETES_OF_A_WRITE) {
      left.addAll(deleteSome(all.subList(from, Math.min(all.size(), from + DELETES_OF_A_WRITE))));
    }
    return left;
  }

  private Set<MessageKey> deleteSome(List<OutboxMessage> sent) {
    List<WriteRequest> left =
        sent.stream()
            .map(message -> WriteRequest.builder().deleteRequest(it -> it.key(message.key())))
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
      LOG.warn("Sent messages stay in the outbox {}: {}", table, e.getClass().getSimpleName());
    }
    Set<MessageKey> undeleted = new HashSet<>();
    left.forEach(it -> undeleted.add(MessageKey.ofItem(it.deleteRequest().key())));
    return undeleted;
  }

  /** Messages that were made before a time, lane by lane; read as far as they are asked for. */
  Iterator<OutboxMessage> madeBefore(Instant time) {
    AttributeValue before = AttributeValue.fromN(Long.toString(time.toEpochMilli()));
    return client
        .scanPaginator(
            scan ->
                scan.tableName(table)
                    .consistentRead(true)
                    .filterExpression("#created < :before")
                    .expressionAttributeNames(
                        Map.of("#created", OutboxMessage.CREATED_AT_ATTRIBUTE))
                    .expressionAttributeValues(Map.of(":before", before)))
        .items()
        .stream()
        .flatMap(item -> message(item).stream())
        .iterator();
  }

  private Optional<OutboxMessage> message(Map<String, AttributeValue> item) {
    try {
      if (OutboxMessage.is(item)) {
        return Optional.of(OutboxMessage.of(item));
      }
    } catch (RuntimeException e) {
      // Told below.
    }
    LOG.error("The outbox {} has an item that is no message: {}", table, MessageKey.ofItem(item));
    return Optional.empty();
  }
}
