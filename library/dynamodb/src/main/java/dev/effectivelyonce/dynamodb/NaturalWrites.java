package dev.effectivelyonce.dynamodb;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.Update;

/**
 * Naturally idempotent writes for a {@link UnitOfWork}: repeating them has the same result. While
 * the record exists they happen once, and after its retention a copy still does no harm.
 */
public final class NaturalWrites {
  private NaturalWrites() {}

  /**
   * Returns an update that moves an item from one state to another. Its condition does not hold if
   * the item is in any other state, including the new one, or does not exist.
   *
   * @param state the string attribute that contains the state
   */
  public static Consumer<Update.Builder> transition(
      String table, Map<String, AttributeValue> key, String state, String from, String to) {
    return update ->
        update
            .tableName(table)
            .key(key)
            .updateExpression("SET #state = :to")
            .conditionExpression("#state = :from")
            .expressionAttributeNames(Map.of("#state", state))
            .expressionAttributeValues(
                Map.of(":from", AttributeValue.fromS(from), ":to", AttributeValue.fromS(to)));
  }

  /**
   * Returns a put of an item that replaces no item, an older one, or one without a version. Its
   * condition does not hold if there is an item with the same or a later version.
   *
   * @param version the attribute by which versions are compared: a number, or a string that sorts
   *     by time, such as ISO-8601 instants with the same number of digits
   * @throws IllegalArgumentException if the item has no such attribute
   */
  public static Consumer<Put.Builder> newer(
      String table, Map<String, AttributeValue> item, String version) {
    AttributeValue ours = item.get(version);
    if (ours == null) {
      throw new IllegalArgumentException(
          "The item has no attribute %s: name the one that tells which item is newer"
              .formatted(version));
    }
    return put ->
        put.tableName(table)
            .item(item)
            .conditionExpression("attribute_not_exists(#version) OR #version < :version")
            .expressionAttributeNames(Map.of("#version", version))
            .expressionAttributeValues(Map.of(":version", ours));
  }

  /**
   * Returns an update that sets attributes to these values, whatever they were before. It creates
   * the item if there is none.
   *
   * @param values the new values, at least one
   */
  public static Consumer<Update.Builder> set(
      String table, Map<String, AttributeValue> key, Map<String, AttributeValue> values) {
    Map<String, String> names = new TreeMap<>();
    Map<String, AttributeValue> numbered = new TreeMap<>();
    values.forEach(
        (name, value) -> {
          String index = Integer.toString(names.size());
          names.put("#a" + index, name);
          numbered.put(":a" + index, value);
        });
    String assignments =
        names.keySet().stream()
            .map(name -> name + " = :" + name.substring(1))
            .collect(Collectors.joining(", "));
    return update ->
        update
            .tableName(table)
            .key(key)
            .updateExpression("SET " + assignments)
            .expressionAttributeNames(names)
            .expressionAttributeValues(numbered);
  }

  /** Returns a delete of an item, if it exists. */
  public static Consumer<Delete.Builder> delete(String table, Map<String, AttributeValue> key) {
    return delete -> delete.tableName(table).key(key);
  }
}
