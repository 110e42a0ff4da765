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
          Tokens tokens = new Tokens(request.path("UpdateExpression").asText());
          ObjectNode after = Changes.applied(tokens, Operands.of(request), standing);
          requireEnd(tokens);
          return after;
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
    if (!request.has("ConditionExpression")) {
      return true;
    }
    Tokens tokens = new Tokens(request.path("ConditionExpression").asText());
    boolean holds = Condition.holds(tokens, Operands.of(request), before);
    requireEnd(tokens);
    return holds;
  }

  static void requireEnd(Tokens tokens) {
    if (!tokens.isDone()) {
      throw tokens.unexpected();
    }
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
