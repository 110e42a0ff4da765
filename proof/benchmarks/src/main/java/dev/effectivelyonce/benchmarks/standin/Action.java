package dev.effectivelyonce.benchmarks.standin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A write of one item. An item without attributes is none.
 *
 * @param condition on the item that stands
 * @param change from the item that stands to the one after it
 * @param tells whether a refusal has the item
 */
record Action(
    Table table,
    List<JsonNode> key,
    Predicate<ObjectNode> condition,
    UnaryOperator<ObjectNode> change,
    boolean tells) {

  static Action put(Table table, JsonNode request) {
    JsonNode item = request.path("Item");
    return of(table, item, request, before -> item.deepCopy());
  }

  static Action update(Table table, JsonNode request) {
    JsonNode key = request.path("Key");
    return of(
        table,
        key,
        request,
        before -> {
          ObjectNode standing = before.isEmpty() ? table.attributes(table.key(key)) : before;
          return Changes.applied(
              request.path("UpdateExpression").asText(), Operands.of(request), standing);
        });
  }

  private static Action of(
      Table table, JsonNode key, JsonNode request, UnaryOperator<ObjectNode> change) {
    return new Action(
        table, table.key(key), before -> holds(request, before), change, tells(request));
  }

  static boolean tells(JsonNode request) {
    return request.path("ReturnValuesOnConditionCheckFailure").asText().equals("ALL_OLD");
  }

  private static boolean holds(JsonNode request, ObjectNode before) {
    JsonNode condition = request.path("ConditionExpression");
    return condition.isMissingNode()
        || Condition.holds(condition.asText(), Operands.of(request), before);
  }

  ObjectNode before() {
    return table.item(key);
  }

  boolean isAllowed() {
    return condition.test(before());
  }

  void carryOut() {
    table.set(key, change.apply(before()));
  }
}
