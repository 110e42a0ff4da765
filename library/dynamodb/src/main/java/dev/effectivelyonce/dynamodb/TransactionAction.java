package dev.effectivelyonce.dynamodb;

import dev.effectivelyonce.dynamodb.outbox.OutboxItem;
import java.util.List;
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
    List<TransactionAction> kinds =
        Stream.of(
                Optional.ofNullable(action.put())
                    .map(it -> of(it.tableName(), Optional.empty(), it.item())),
                Optional.ofNullable(action.update())
                    .map(it -> of(it.tableName(), it.key(), it.expressionAttributeValues())),
                Optional.ofNullable(action.delete())
                    .map(it -> of(it.tableName(), it.key(), it.expressionAttributeValues())),
                Optional.ofNullable(action.conditionCheck())
                    .map(it -> of(it.tableName(), it.key(), it.expressionAttributeValues())))
            .flatMap(Optional::stream)
            .toList();
    return kinds.size() == 1
        ? kinds.getFirst()
        : new TransactionAction(kinds.size(), "", Optional.empty(), Map.of());
  }

  private static TransactionAction of(
      @Nullable String table, Map<String, AttributeValue> key, Map<String, AttributeValue> values) {
    return of(table, Optional.of(key), values);
  }

  private static TransactionAction of(
      @Nullable String table,
      Optional<Map<String, AttributeValue>> key,
      Map<String, AttributeValue> item) {
    return new TransactionAction(1, Optional.ofNullable(table).orElse(""), key, item);
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

  /** Returns the name of an attribute that has a null of Java in it, if there is one. */
  Optional<String> valueless() {
    return Stream.concat(item.entrySet().stream(), key.orElse(Map.of()).entrySet().stream())
        .filter(TransactionAction::isValueless)
        .map(attribute -> String.valueOf(attribute.getKey()))
        .findFirst();
  }

  private static boolean isValueless(Map.Entry<String, AttributeValue> attribute) {
    return Objects.isNull(attribute.getKey()) || isValueless(attribute.getValue());
  }

  private static boolean isValueless(@Nullable AttributeValue value) {
    return value == null
        || value.m().entrySet().stream().anyMatch(TransactionAction::isValueless)
        || value.l().stream().anyMatch(TransactionAction::isValueless)
        || Stream.of(value.ss(), value.ns(), value.bs())
            .flatMap(List::stream)
            .anyMatch(Objects::isNull);
  }

  /** Returns the bytes that it adds to a transaction at least: an update's item may be larger. */
  long sizeBytes() {
    return ItemSizes.bytes(item) + key.map(ItemSizes::bytes).orElse(0L);
  }
}
