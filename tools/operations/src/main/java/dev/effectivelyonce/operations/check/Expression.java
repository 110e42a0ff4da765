package dev.effectivelyonce.operations.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.StreamSupport;

/**
 * The expressions of rules: a number, the name of a fact, or a list of an operator and its
 * arguments. A fact that is not known makes the answer null, unless another decides it. A fact that
 * does not exist makes it missing: the rule does not apply.
 */
final class Expression {
  private Expression() {}

  static JsonNode value(JsonNode expression, UnaryOperator<JsonNode> facts) {
    if (expression.isTextual()) {
      return facts.apply(expression);
    }
    if (!expression.isArray()) {
      return expression;
    }
    List<JsonNode> arguments =
        StreamSupport.stream(expression.spliterator(), false)
            .skip(1)
            .map(it -> value(it, facts))
            .toList();
    return applied(expression.path(0).asText(), arguments);
  }

  static JsonNode not(JsonNode value) {
    return value.isBoolean() ? BooleanNode.valueOf(!value.asBoolean()) : value;
  }

  /** Whether all hold. */
  static JsonNode all(List<JsonNode> values) {
    return values.stream()
        .filter(BooleanNode.FALSE::equals)
        .findFirst()
        .or(() -> values.stream().filter(it -> !it.isBoolean()).findFirst())
        .orElse(BooleanNode.TRUE);
  }

  private static JsonNode applied(String operator, List<JsonNode> arguments) {
    return switch (operator) {
      case "and" -> all(arguments);
      case "or" -> not(all(arguments.stream().map(Expression::not).toList()));
      case "has" -> BooleanNode.valueOf(!arguments.getFirst().isMissingNode());
      default -> strict(operator, arguments);
    };
  }

  private static JsonNode strict(String operator, List<JsonNode> arguments) {
    if (arguments.stream().anyMatch(JsonNode::isMissingNode)) {
      return MissingNode.getInstance();
    }
    if (arguments.stream().anyMatch(JsonNode::isNull)) {
      return NullNode.getInstance();
    }
    JsonNode first = arguments.getFirst();
    JsonNode last = arguments.getLast();
    return switch (operator) {
      case "not" -> not(first);
      case "none" -> BooleanNode.valueOf(first.asText().isEmpty());
      case "=" -> BooleanNode.valueOf(first.asText().equals(last.asText()));
      case ">=" -> BooleanNode.valueOf(number(first).compareTo(number(last)) >= 0);
      case "+" -> DecimalNode.valueOf(number(first).add(number(last)));
      case "*" -> DecimalNode.valueOf(number(first).multiply(number(last)));
      case "max" -> DecimalNode.valueOf(number(first).max(number(last)));
      default -> throw new IllegalArgumentException("No operator is " + operator);
    };
  }

  private static BigDecimal number(JsonNode value) {
    return value.decimalValue();
  }
}
