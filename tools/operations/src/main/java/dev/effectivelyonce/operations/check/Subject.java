package dev.effectivelyonce.operations.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What rules are checked on: a mapping with its source and function, a queue with its dead-letter
 * queue, or a function with its table. Facts are numbers, truth values and texts; one that only the
 * deployment knows is null.
 */
final class Subject {
  private final String kind;
  private final Map<String, JsonNode> facts = new HashMap<>();
  private final Map<String, Resource> resources = new HashMap<>();

  Subject(String kind, Resource main) {
    this.kind = kind;
    resources.put(kind, main);
  }

  String kind() {
    return kind;
  }

  JsonNode fact(String name) {
    return facts.getOrDefault(name, MissingNode.getInstance());
  }

  /** The resource of that part; if there is none, the main one. */
  Resource resource(String part) {
    return Optional.ofNullable(resources.get(part)).orElseGet(() -> resources.get(kind));
  }

  /** Adds a part of it, if this template makes it. */
  void part(String name, Optional<Resource> resource) {
    resource.ifPresent(it -> resources.put(name, it));
    facts.put(name + ".inTemplate", BooleanNode.valueOf(resource.isPresent()));
  }

  void put(String name, JsonNode value) {
    if (!value.isMissingNode()) {
      facts.put(name, value);
    }
  }

  void put(String name, String value) {
    facts.put(name, TextNode.valueOf(value));
  }

  void put(String name, Optional<Long> value) {
    facts.put(
        name,
        value
            .<JsonNode>map(it -> DecimalNode.valueOf(BigDecimal.valueOf(it)))
            .orElse(NullNode.getInstance()));
  }

  /** Adds a number, which a template may have as text. */
  void number(String name, JsonNode value) {
    put(name, numeric(value));
  }

  void number(String name, JsonNode value, long absent) {
    number(name, value.isMissingNode() ? DecimalNode.valueOf(BigDecimal.valueOf(absent)) : value);
  }

  /** Adds a truth value, which a template may have as text. */
  void truth(String name, JsonNode value) {
    put(name, value.isNull() ? value : BooleanNode.valueOf(value.asText().equals("true")));
  }

  static JsonNode numeric(JsonNode value) {
    if (value.isTextual()) {
      return value.asText().matches("-?(0|[1-9][0-9]{0,11})")
          ? DecimalNode.valueOf(new BigDecimal(value.asText()))
          : NullNode.getInstance();
    }
    if (value.isMissingNode()) {
      return value;
    }
    return value.isNumber() && value.canConvertToLong()
        ? DecimalNode.valueOf(BigDecimal.valueOf(value.asLong()))
        : NullNode.getInstance();
  }
}
