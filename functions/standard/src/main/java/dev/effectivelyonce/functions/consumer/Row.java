package dev.effectivelyonce.functions.consumer;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromL;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.effectivelyonce.dynamodb.UnitOfWork;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A row that an event changes, in a way in which a second change by it would show. */
public record Row(String table, Map<String, AttributeValue> key) {
  /** Returns the row with this value of the table's key. */
  public static Row of(String table, String key, String value) {
    return new Row(table, Map.of(key, fromS(value)));
  }

  /** Appends to a list: a second append would show, and so would one out of order. */
  public UnitOfWork appending(String list, String element) {
    return updated(
        "SET %1$s = list_append(if_not_exists(%1$s, :none), :new)".formatted(list),
        Map.of(":none", fromL(List.of()), ":new", fromL(List.of(fromS(element)))));
  }

  /** Adds to numbers. */
  public UnitOfWork adding(Map<String, Long> numbers) {
    Map<String, AttributeValue> values = new HashMap<>();
    numbers.forEach((name, number) -> values.put(":" + name, fromN(Long.toString(number))));
    return updated(
        numbers.keySet().stream()
            .map(name -> name + " :" + name)
            .collect(Collectors.joining(", ", "ADD ", "")),
        values);
  }

  private UnitOfWork updated(String expression, Map<String, AttributeValue> values) {
    return UnitOfWork.empty()
        .update(
            update ->
                update
                    .tableName(table)
                    .key(key)
                    .updateExpression(expression)
                    .expressionAttributeValues(values));
  }
}
