package dev.effectivelyonce.benchmarks.standin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * What is asked of DynamoDB by the libraries that are compared, and by the harness. Each request is
 * carried out at once and whole: what takes time is the answer.
 */
final class Operations {
  private static final Map<String, BiFunction<Table, JsonNode, Action>> ACTIONS =
      Map.of("Put", Action::put, "Update", Action::update);

  private final Map<String, Table> tables = new HashMap<>();

  /**
   * The body of the answer.
   *
   * @throws Refusal if the answer is an error
   */
  synchronized ObjectNode answer(String operation, JsonNode request) {
    return switch (operation) {
      case "PutItem" -> write(Action.put(table(request), request), request);
      case "UpdateItem" -> write(Action.update(table(request), request), request);
      case "GetItem" -> get(request);
      case "BatchGetItem" -> getAll(request);
      case "BatchExecuteStatement" -> group(request);
      case "TransactWriteItems" -> transaction(request);
      case "Scan" -> scan(request);
      case "CreateTable" -> create(request);
      case "DeleteTable" -> delete(request);
      default -> throw Refusal.invalid("The stand-in does not know " + operation);
    };
  }

  private Table table(JsonNode request) {
    return table(request.path("TableName").asText());
  }

  private Table table(String name) {
    Table table = tables.get(name);
    if (table == null) {
      throw Refusal.noTable(name);
    }
    return table;
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  private static ObjectNode write(Action action, JsonNode request) {
    ObjectNode before = action.before();
    if (!action.isAllowed()) {
      throw Refusal.condition(told(action, before));
    }
    action.carryOut();
    return switch (request.path("ReturnValues").asText("NONE")) {
      case "NONE" -> object();
      case "ALL_OLD" -> before.isEmpty() ? object() : object().set("Attributes", before);
      case "ALL_NEW" -> object().set("Attributes", action.before());
      default -> throw Refusal.invalid("The stand-in returns ALL_OLD, ALL_NEW or NONE");
    };
  }

  private static ObjectNode told(Action action, ObjectNode before) {
    return action.tells() && !before.isEmpty() ? object().set("Item", before) : object();
  }

  private ObjectNode get(JsonNode request) {
    Table table = table(request);
    ObjectNode item = table.item(table.key(request.path("Key")));
    return item.isEmpty() ? object() : object().set("Item", item);
  }

  private ObjectNode getAll(JsonNode request) {
    ObjectNode answer = object();
    ObjectNode responses = answer.putObject("Responses");
    request
        .path("RequestItems")
        .properties()
        .forEach(
            asked -> {
              Table table = table(asked.getKey());
              ArrayNode items = responses.putArray(asked.getKey());
              for (JsonNode key : asked.getValue().path("Keys")) {
                ObjectNode item = table.item(table.key(key));
                if (!item.isEmpty()) {
                  items.add(item);
                }
              }
            });
    answer.putObject("UnprocessedKeys");
    return answer;
  }

  private ObjectNode group(JsonNode request) {
    List<Statement> statements = new ArrayList<>();
    request.path("Statements").forEach(it -> statements.add(Statement.of(it, this::table)));
    requireDistinct(statements.stream().map(Statement::item).toList());
    ObjectNode answer = object();
    ArrayNode responses = answer.putArray("Responses");
    statements.forEach(it -> responses.add(it.answer()));
    return answer;
  }

  private static void requireDistinct(List<List<Object>> items) {
    Set<List<Object>> seen = new HashSet<>();
    if (!items.stream().allMatch(seen::add)) {
      throw Refusal.invalid("A request cannot include multiple operations on one item");
    }
  }

  private ObjectNode transaction(JsonNode request) {
    List<Action> actions = new ArrayList<>();
    for (JsonNode item : request.path("TransactItems")) {
      Map.Entry<String, JsonNode> action = item.properties().iterator().next();
      BiFunction<Table, JsonNode, Action> kind = ACTIONS.get(action.getKey());
      if (kind == null) {
        throw Refusal.invalid("The stand-in does not know " + action.getKey());
      }
      actions.add(kind.apply(table(action.getValue()), action.getValue()));
    }
    requireDistinct(actions.stream().map(it -> List.<Object>of(it.table(), it.key())).toList());
    List<Boolean> allowed = actions.stream().map(Action::isAllowed).toList();
    if (allowed.contains(false)) {
      throw Refusal.cancelled(reasons(actions, allowed));
    }
    actions.forEach(Action::carryOut);
    return object();
  }

  private static ArrayNode reasons(List<Action> actions, List<Boolean> allowed) {
    ArrayNode reasons = JsonNodeFactory.instance.arrayNode();
    for (int i = 0; i < actions.size(); i++) {
      if (allowed.get(i)) {
        reasons.add(object().put("Code", "None"));
      } else {
        Action refused = actions.get(i);
        reasons.add(
            told(refused, refused.before())
                .put("Code", "ConditionalCheckFailed")
                .put("Message", "The conditional request failed"));
      }
    }
    return reasons;
  }

  private ObjectNode scan(JsonNode request) {
    ObjectNode answer = object();
    ArrayNode items = answer.putArray("Items");
    table(request)
        .items()
        .limit(request.path("Limit").asInt(Integer.MAX_VALUE))
        .forEach(items::add);
    return answer.put("Count", items.size()).put("ScannedCount", items.size());
  }

  private ObjectNode create(JsonNode request) {
    String name = request.path("TableName").asText();
    List<String> keyNames = new ArrayList<>();
    request.path("KeySchema").forEach(it -> keyNames.add(it.path("AttributeName").asText()));
    if (tables.putIfAbsent(name, new Table(keyNames)) != null) {
      throw Refusal.tableExists(name);
    }
    return described(name, "ACTIVE");
  }

  private ObjectNode delete(JsonNode request) {
    String name = request.path("TableName").asText();
    table(name);
    tables.remove(name);
    return described(name, "DELETING");
  }

  private static ObjectNode described(String name, String status) {
    ObjectNode answer = object();
    answer.putObject("TableDescription").put("TableName", name).put("TableStatus", status);
    return answer;
  }
}
