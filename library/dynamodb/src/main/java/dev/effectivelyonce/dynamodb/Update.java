package dev.effectivelyonce.dynamodb;

import static software.amazon.awssdk.services.dynamodb.model.ReturnValue.ALL_OLD;

import dev.effectivelyonce.core.key.RecordId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * An update that sets and removes single attributes, and so leaves unknown ones as they are. Names
 * and values join those of its condition when a request is made of it; a statement needs none.
 */
final class Update {
  private final Condition condition;
  private final List<Supplier<String>> sets = new ArrayList<>();
  private final Map<String, AttributeValue> assigned = new LinkedHashMap<>();
  private final List<String> removed = new ArrayList<>();

  Update(Condition condition) {
    this.condition = condition;
  }

  Update set(String attribute, AttributeValue value) {
    assigned.put(attribute, value);
    sets.add(() -> condition.name(attribute) + " = " + condition.value(attribute, value));
    return this;
  }

  Update setOrRemove(String attribute, Optional<AttributeValue> value) {
    return value.map(it -> set(attribute, it)).orElseGet(() -> remove(attribute));
  }

  Update setIfAbsent(String attribute, AttributeValue value) {
    sets.add(
        () -> {
          String name = condition.name(attribute);
          return name + " = if_not_exists(" + name + ", " + condition.value(attribute, value) + ")";
        });
    return this;
  }

  /** Sets an entry of an attribute that is a map already. */
  Update setEntry(String attribute, String entry, AttributeValue value) {
    sets.add(() -> condition.nested(attribute, entry) + " = " + condition.value(attribute, value));
    return this;
  }

  Update increment(String attribute) {
    sets.add(
        () -> {
          String name = condition.name(attribute);
          return name + " = " + name + " + " + condition.value("one", Values.number(1));
        });
    return this;
  }

  private Update remove(String attribute) {
    removed.add(attribute);
    return this;
  }

  UpdateItemRequest request(String table, RecordId id) {
    return UpdateItemRequest.builder()
        .tableName(table)
        .key(Map.of(Attributes.ID, Values.string(id.value())))
        .updateExpression(expression())
        .conditionExpression(condition.expression())
        .expressionAttributeNames(condition.names())
        .expressionAttributeValues(condition.values())
        // The old item costs nothing, and shows exactly what the record is after the write.
        .returnValues(ALL_OLD)
        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
        .build();
  }

  /** Returns it in PartiQL, for an update that only sets and removes if attributes are as seen. */
  BatchStatementRequest statement(String table, RecordId id) {
    Map<String, AttributeValue> where = new LinkedHashMap<>();
    where.put(Attributes.ID, Values.string(id.value()));
    where.putAll(condition.equalities());
    return BatchStatementRequest.builder()
        .statement(text(table, where.keySet()))
        .parameters(Stream.concat(assigned.values().stream(), where.values().stream()).toList())
        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
        .build();
  }

  private String text(String table, Set<String> where) {
    StringBuilder text = new StringBuilder("UPDATE \"").append(table).append('"');
    assigned.keySet().forEach(it -> text.append(" SET \"").append(it).append("\" = ?"));
    removed.forEach(it -> text.append(" REMOVE \"").append(it).append('"'));
    String before = " WHERE \"";
    for (String attribute : where) {
      text.append(before).append(attribute).append("\" = ?");
      before = " AND \"";
    }
    return text.append(" RETURNING ALL OLD *").toString();
  }

  private String expression() {
    String set = "SET " + sets.stream().map(Supplier::get).collect(Collectors.joining(", "));
    return removed.isEmpty()
        ? set
        : set
            + " REMOVE "
            + removed.stream().map(condition::name).collect(Collectors.joining(", "));
  }
}
