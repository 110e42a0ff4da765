package dev.effectivelyonce.operations.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.Optional;

/**
 * JSON trees, with their fields in the order in which they are added. Programs read what results
 * make of them: fields are added with time, and none is renamed or removed.
 */
public final class Json {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Json() {}

  /** An object without fields. */
  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** The texts as an array. */
  public static ArrayNode texts(Collection<String> texts) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    texts.forEach(array::add);
    return array;
  }

  /** The nodes as an array. */
  public static ArrayNode array(Collection<? extends JsonNode> nodes) {
    return JsonNodeFactory.instance.arrayNode().addAll(nodes);
  }

  /** Adds the value's text, or null. */
  public static void put(ObjectNode object, String field, Optional<?> value) {
    object.put(field, value.map(Object::toString).orElse(null));
  }

  /** Any value of maps, lists, strings and numbers as a tree. */
  public static JsonNode tree(Object value) {
    return MAPPER.valueToTree(value);
  }
}
