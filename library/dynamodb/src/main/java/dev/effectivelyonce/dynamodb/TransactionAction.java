package dev.effectivelyonce.dynamodb;

import dev.effectivelyonce.dynamodb.outbox.OutboxItem;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * The content of a transaction's action before it is sent.
 *
 * @param kinds how many of put, update, delete and check it is; 1 unless it is a mistake
 * @param table name or ARN; empty if it has none
 * @param key of its item; empty for a put, which has it among other attributes
 * @param item the attributes to put, or the values that the expressions use
 */
record TransactionAction(
    int kinds,
    String table,
    Optional<Map<String, AttributeValue>> key,
    Map<String, AttributeValue> item) {

  static TransactionAction of(TransactWriteItem action) {
    int kinds =
        (int)
            Stream.of(action.put(), action.update(), action.delete(), action.conditionCheck())
                .filter(it -> it != null)
                .count();
    if (action.put() != null) {
      return new TransactionAction(
          kinds, name(action.put().tableName()), Optional.empty(), action.put().item());
    }
    if (action.update() != null) {
      return new TransactionAction(
          kinds,
          name(action.update().tableName()),
          Optional.of(action.update().key()),
          action.update().expressionAttributeValues());
    }
    if (action.delete() != null) {
      return new TransactionAction(
          kinds,
          name(action.delete().tableName()),
          Optional.of(action.delete().key()),
          action.delete().expressionAttributeValues());
    }
    return action.conditionCheck() != null
        ? new TransactionAction(
            kinds,
            name(action.conditionCheck().tableName()),
            Optional.of(action.conditionCheck().key()),
            action.conditionCheck().expressionAttributeValues())
        : new TransactionAction(kinds, "", Optional.empty(), Map.of());
  }

  /** Returns the names of the key attributes, if the action has a key apart, or is a message. */
  Optional<Set<String>> keyNames() {
    return isMessage() ? Optional.of(OutboxItem.KEY) : key.map(Map::keySet);
  }

  /** Returns whether it puts a message into an outbox. */
  boolean isMessage() {
    return key.isEmpty() && OutboxItem.is(item);
  }

  /** Returns whether it puts a message into the same lane of the same outbox as another one. */
  boolean isOfTheLaneOf(TransactionAction message) {
    return isMessage()
        && table.equals(message.table)
        && Objects.equals(
            item.get(OutboxItem.LANE_ATTRIBUTE), message.item.get(OutboxItem.LANE_ATTRIBUTE));
  }

  /** Returns the key of its item; that of a put only with the names of its table's key. */
  Optional<Map<String, AttributeValue>> key(Optional<Set<String>> names) {
    return key.or(
        () ->
            names.map(
                known ->
                    item.entrySet().stream()
                        .filter(attribute -> known.contains(attribute.getKey()))
                        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue))));
  }

  /** Returns the name of an attribute that is null in Java, if there is one. */
  Optional<String> valueless() {
    return Stream.concat(item.entrySet().stream(), key.orElse(Map.of()).entrySet().stream())
        .filter(attribute -> isValueless(attribute.getValue()))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  private static boolean isValueless(@Nullable AttributeValue value) {
    return value == null
        || value.m().values().stream().anyMatch(TransactionAction::isValueless)
        || value.l().stream().anyMatch(TransactionAction::isValueless);
  }

  /** Returns the bytes that it adds to a transaction at least: an update's item may be larger. */
  long sizeBytes() {
    return ItemSizes.bytes(item) + key.map(ItemSizes::bytes).orElse(0L);
  }

  private static String name(String table) {
    return Optional.ofNullable(table).orElse("");
  }
}
