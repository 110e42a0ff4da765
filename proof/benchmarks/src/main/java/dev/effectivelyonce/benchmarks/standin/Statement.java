package dev.effectivelyonce.benchmarks.standin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;

/**
 * A statement of PartiQL that writes one item: INSERT INTO … VALUE, or UPDATE … WHERE its key and
 * what else must hold.
 *
 * @param refusedAs the code of a refusal
 * @param returns whether the answer has the item before
 */
record Statement(Action action, String refusedAs, boolean returns) {
  /**
   * AWS returns the item that refused an UPDATE, where that is asked for, and none that refused an
   * INSERT: so say captures of its answers that the project dynoxide published in 2026.
   */
  static Statement of(JsonNode request, Function<String, Table> tables) {
    String text = request.path("Statement").asText();
    Tokens tokens = new Tokens(text);
    if (tokens.accept("INSERT")) {
      return insert(tokens, parameters(request, 0), tables);
    }
    tokens.expect("UPDATE");
    return update(text, request, tables.apply(tokens.next()));
  }

  private static Iterator<JsonNode> parameters(JsonNode request, int from) {
    Iterator<JsonNode> parameters = request.path("Parameters").elements();
    for (int i = 0; i < from; i++) {
      parameters.next();
    }
    return parameters;
  }

  private static Operands operands(Iterator<JsonNode> parameters) {
    JsonNode none = MissingNode.getInstance();
    return new Operands(none, none, parameters);
  }

  private static Statement insert(
      Tokens tokens, Iterator<JsonNode> parameters, Function<String, Table> tables) {
    tokens.expect("INTO");
    Table table = tables.apply(tokens.next());
    tokens.expect("VALUE", "{");
    ObjectNode item = JsonNodeFactory.instance.objectNode();
    do {
      String name = tokens.next();
      tokens.expect(":", "?");
      item.set(name, parameters.next());
    } while (tokens.accept(","));
    tokens.expect("}");
    Action.requireEnd(tokens);
    return new Statement(
        new Action(table, table.key(item), ObjectNode::isEmpty, before -> item, false),
        "DuplicateItem",
        false);
  }

  private static Statement update(String text, JsonNode request, Table table) {
    int changes = new Tokens(text).count("?", "WHERE");
    return new Statement(
        new Action(
            table,
            table.key(equal(text, parameters(request, Math.max(0, changes)))),
            before ->
                !before.isEmpty()
                    && Condition.holds(where(text), operands(parameters(request, changes)), before),
            before -> changed(text, operands(parameters(request, 0)), before),
            Action.tells(request)),
        "ConditionalCheckFailed",
        new Tokens(text).count("?", "RETURNING") >= 0);
  }

  private static ObjectNode changed(String text, Operands operands, ObjectNode before) {
    Tokens tokens = new Tokens(text);
    tokens.expect("UPDATE");
    tokens.next();
    ObjectNode after = Changes.applied(tokens, operands, before);
    tokens.expect("WHERE");
    Condition.holds(tokens, operands, before);
    if (!tokens.isDone()) {
      tokens.expect("RETURNING", "ALL", "OLD", "*");
      Action.requireEnd(tokens);
    }
    return after;
  }

  private static Tokens where(String text) {
    Tokens tokens = new Tokens(text);
    tokens.skipTo("WHERE");
    return tokens;
  }

  /** The attributes that must have a value, among them the key. */
  private static ObjectNode equal(String text, Iterator<JsonNode> parameters) {
    Tokens tokens = where(text);
    ObjectNode equal = JsonNodeFactory.instance.objectNode();
    do {
      String name = tokens.next();
      tokens.expect("=", "?");
      equal.set(name, parameters.next());
    } while (tokens.accept("AND"));
    return equal;
  }

  /** Carries it out if it is allowed, and answers. */
  ObjectNode answer() {
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    ObjectNode before = action.before();
    if (action.isAllowed()) {
      action.carryOut();
      return returns ? answer.set("Item", before) : answer;
    }
    ObjectNode error = answer.putObject("Error").put("Code", refusedAs);
    error.put("Message", "The conditional request failed");
    if (action.tells() && !before.isEmpty()) {
      error.set("Item", before);
    }
    return answer;
  }

  /** The key of its item, which a group may have once. */
  List<Object> item() {
    return List.of(action.table(), action.key());
  }
}
