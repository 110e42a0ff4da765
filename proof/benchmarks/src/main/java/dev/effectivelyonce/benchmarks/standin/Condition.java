package dev.effectivelyonce.benchmarks.standin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.Map;

/** A condition on an item, of a condition expression or behind WHERE. */
record Condition(Tokens tokens, Operands operands, ObjectNode item) {

  /** Whether it holds; an item that is not there has no attributes. */
  static boolean holds(String text, Operands operands, ObjectNode item) {
    Tokens tokens = new Tokens(text);
    boolean holds = new Condition(tokens, operands, item).any();
    tokens.requireEnd();
    return holds;
  }

  private boolean any() {
    boolean holds = all();
    while (tokens.accept("OR")) {
      holds |= all();
    }
    return holds;
  }

  private boolean all() {
    boolean holds = term();
    while (tokens.accept("AND")) {
      holds &= term();
    }
    return holds;
  }

  private boolean term() {
    if (tokens.accept("(")) {
      boolean holds = any();
      tokens.expect(")");
      return holds;
    }
    if (tokens.accept("NOT")) {
      return !term();
    }
    if (tokens.accept("attribute_exists")) {
      return exists();
    }
    if (tokens.accept("attribute_not_exists")) {
      return !exists();
    }
    return comparison();
  }

  private boolean exists() {
    tokens.expect("(");
    boolean exists = !Operands.at(operands.path(tokens), item).isMissingNode();
    tokens.expect(")");
    return exists;
  }

  private boolean comparison() {
    JsonNode left = operands.value(tokens, item);
    String sign = tokens.next();
    JsonNode right = operands.value(tokens, item);
    return switch (sign) {
      case "=" -> isSame(left, right);
      case "<>" -> !isSame(left, right);
      case "<" -> isComparable(left, right) && compare(left, right) < 0;
      case "<=" -> isComparable(left, right) && compare(left, right) <= 0;
      case ">" -> isComparable(left, right) && compare(left, right) > 0;
      case ">=" -> isComparable(left, right) && compare(left, right) >= 0;
      default -> throw tokens.unexpected();
    };
  }

  private static boolean isSame(JsonNode left, JsonNode right) {
    return isComparable(left, right) ? compare(left, right) == 0 : left.equals(right);
  }

  /** Numbers with numbers, and text with text. */
  private static boolean isComparable(JsonNode left, JsonNode right) {
    return (left.has("N") && right.has("N")) || (left.has("S") && right.has("S"));
  }

  private static int compare(JsonNode left, JsonNode right) {
    return left.has("N")
        ? number(left).compareTo(number(right))
        : left.path("S").textValue().compareTo(right.path("S").textValue());
  }

  static BigDecimal number(JsonNode value) {
    Map.Entry<String, JsonNode> typed =
        value.properties().stream()
            .findFirst()
            .orElseThrow(() -> Refusal.invalid("A number is missing"));
    return new BigDecimal(typed.getValue().asText());
  }
}
