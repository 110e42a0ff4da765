package dev.effectivelyonce.benchmarks.standin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A statement of PartiQL that writes one item: INSERT INTO … VALUE, or UPDATE … WHERE its key and
 * what else must hold.
 *
 * @param refusedAs the code of a refusal
 * @param returns whether the answer has the item before
 */
record Statement(Action action, String refusedAs, boolean returns) {
  private static final Pattern INSERT = Pattern.compile("INSERT INTO \"([^\"]+)\" VALUE \\{(.+)}");
  private static final Pattern UPDATE =
      Pattern.compile("UPDATE \"([^\"]+)\" (.+) WHERE (.+?)( RETURNING ALL OLD \\*)?");
  private static final Pattern EQUAL = Pattern.compile("[\"'](\\w+)[\"'](?: =|:) (:\\d+)");

  /**
   * AWS returns the item that refused an UPDATE, where that is asked for, and none that refused an
   * INSERT: so say captures of its answers that the project dynoxide published in 2026.
   */
  static Statement of(JsonNode request, Function<String, Table> tables) {
    ObjectNode values = JsonNodeFactory.instance.objectNode();
    String text = numbered(request, values);
    Matcher insert = INSERT.matcher(text);
    if (insert.matches()) {
      Table table = tables.apply(insert.group(1));
      ObjectNode item = equal(insert.group(2), values);
      return new Statement(
          new Action(table, table.key(item), ObjectNode::isEmpty, before -> item, false),
          "DuplicateItem",
          false);
    }
    Matcher update = UPDATE.matcher(text);
    if (!update.matches()) {
      throw Refusal.invalid("Not understood: " + text);
    }
    Table table = tables.apply(update.group(1));
    Operands operands = new Operands(MissingNode.getInstance(), values);
    return new Statement(
        new Action(
            table,
            table.key(equal(update.group(3), values)),
            before -> !before.isEmpty() && Condition.holds(update.group(3), operands, before),
            before -> Changes.applied(update.group(2), operands, before),
            Action.tells(request)),
        "ConditionalCheckFailed",
        update.group(4) != null);
  }

  /** The text with a placeholder for each sign of a parameter, as expressions have them. */
  private static String numbered(JsonNode request, ObjectNode values) {
    Iterator<JsonNode> parameters = request.path("Parameters").elements();
    return Pattern.compile("\\?")
        .matcher(request.path("Statement").asText())
        .replaceAll(
            sign -> {
              String placeholder = ":" + values.size();
              values.set(placeholder, parameters.next());
              return placeholder;
            });
  }

  /** The attributes that have a value, or must have it. */
  private static ObjectNode equal(String text, ObjectNode values) {
    ObjectNode equal = JsonNodeFactory.instance.objectNode();
    EQUAL.matcher(text).results().forEach(it -> equal.set(it.group(1), values.path(it.group(2))));
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
