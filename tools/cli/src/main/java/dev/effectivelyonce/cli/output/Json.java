package dev.effectivelyonce.cli.output;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.Optional;

/** JSON trees, with their fields in the order in which they are added. */
public final class Json {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final DefaultPrettyPrinter LINES =
      new DefaultPrettyPrinter()
          .withObjectIndenter(new DefaultIndenter("  ", "\n"))
          .withArrayIndenter(new DefaultIndenter("  ", "\n"));

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

  static String lines(JsonNode node) {
    try {
      return MAPPER.writer(LINES).writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A tree of JSON is always written", e);
    }
  }
}
