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
 * Writes that have the same result when they are repeated, for a {@link UnitOfWork}. With its
 * record they happen once, and after the record's retention a copy still does no harm.
 */
public final class NaturalWrites {
  private NaturalWrites() {}

  /**
   * Moves an item from one state to another. Its condition does not hold in any other state, the
   * new one included, nor where there is no item.
   *
   * @param state the attribute, a string, that holds the state
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
   * Puts an item where none is, or an older one, or one without a version. Its condition does not
   * hold where one of the same version or a later one is.
   *
   * @param version the attribute of the item by which newer is decided: a number, or a string whose
   *     order is that of time, such as instants in ISO-8601 with as many digits each
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
   * Gives attributes these values, whatever they were; the item is made where there is none.
   *
   * @param values at least one
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

  /** Deletes an item, if it is there. */
  public static Consumer<Delete.Builder> delete(String table, Map<String, AttributeValue> key) {
    return delete -> delete.tableName(table).key(key);
  }
}
