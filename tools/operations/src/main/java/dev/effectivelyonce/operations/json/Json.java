package dev.effectivelyonce.operations.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/**
 * An object of JSON, with its fields in the order in which they are added. Programs read what
 * results make of them: fields are added with time, and none is renamed or removed.
 */
public final class Json {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final ObjectNode node = JsonNodeFactory.instance.objectNode();

  private Json() {}

  /** An object without fields. */
  public static Json none() {
    return new Json();
  }

  /** An object that begins with this field. */
  public static Json with(String field, Object value) {
    return none().and(field, value);
  }

  /** An object that begins with the fields of another. */
  public static Json like(ObjectNode other) {
    Json json = new Json();
    json.node.setAll(other);
    return json;
  }

  /** Adds a field, which is null where an optional value is absent. */
  public Json and(String field, Object value) {
    node.set(field, tree(value));
    return this;
  }

  /** Adds a field if it has a value. */
  public Json ifPresent(String field, Optional<?> value) {
    value.ifPresent(it -> and(field, it));
    return this;
  }

  public ObjectNode node() {
    return node;
  }

  /** A value as a tree: what is no number, no truth value and no collection is its text. */
  public static JsonNode tree(Object value) {
    return switch (value) {
      case JsonNode tree -> tree;
      case Optional<?> maybe -> maybe.map(Json::tree).orElseGet(NullNode::getInstance);
      case Collection<?> many ->
          JsonNodeFactory.instance.arrayNode().addAll(many.stream().map(Json::tree).toList());
      case Number number -> MAPPER.valueToTree(number);
      case Boolean isTrue -> MAPPER.valueToTree(isTrue);
      case Map<?, ?> map -> MAPPER.valueToTree(map);
      default -> TextNode.valueOf(value.toString());
    };
  }
}
