package dev.effectivelyonce.benchmarks.standin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * What the words of an expression stand for.
 *
 * @param names by placeholder
 * @param values by placeholder
 */
record Operands(JsonNode names, JsonNode values) {
  private static final String MAP = "M";

  /** Those of a request with placeholders. */
  static Operands of(JsonNode request) {
    return new Operands(
        request.path("ExpressionAttributeNames"), request.path("ExpressionAttributeValues"));
  }

  /** The names of a path, the outermost first. */
  List<String> path(Tokens tokens) {
    List<String> path = new ArrayList<>();
    do {
      String word = tokens.next();
      path.add(word.startsWith("#") ? required(names, word).textValue() : word);
    } while (tokens.accept("."));
    return path;
  }

  /** A value or the attribute at a path; missing where there is none. */
  JsonNode value(Tokens tokens, ObjectNode item) {
    return tokens.peek().startsWith(":") ? required(values, tokens.next()) : at(path(tokens), item);
  }

  private static JsonNode required(JsonNode known, String placeholder) {
    JsonNode value = known.path(placeholder);
    if (value.isMissingNode()) {
      throw Refusal.invalid("Nothing is given for " + placeholder);
    }
    return value;
  }

  static JsonNode at(List<String> path, ObjectNode item) {
    JsonNode found = item;
    for (int i = 0; i < path.size(); i++) {
      found = (i == 0 ? found : found.path(MAP)).path(path.get(i));
    }
    return found;
  }

  /** The object that has the last name of a path. */
  static ObjectNode parent(List<String> path, ObjectNode item) {
    JsonNode parent =
        path.size() == 1 ? item : at(path.subList(0, path.size() - 1), item).path(MAP);
    if (parent instanceof ObjectNode map) {
      return map;
    }
    throw Refusal.invalid(
        "The document path provided in the update expression is invalid for update");
  }
}
