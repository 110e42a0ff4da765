package dev.effectivelyonce.benchmarks.standin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The items of a table by their keys. They are kept as bytes: as trees, a million would fill
 * gigabytes. For one thread at a time.
 */
final class Table {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Map<List<JsonNode>, byte[]> items = new HashMap<>();
  private final List<String> keyNames;

  /**
   * @param keyNames the attributes of its primary key
   */
  Table(List<String> keyNames) {
    this.keyNames = keyNames;
  }

  /** The key among the attributes of an item, a key, or a condition. */
  List<JsonNode> key(JsonNode attributes) {
    List<JsonNode> key = keyNames.stream().map(attributes::path).toList();
    if (key.stream().anyMatch(JsonNode::isMissingNode)) {
      throw Refusal.invalid("One of the required keys was not given a value: " + keyNames);
    }
    return key;
  }

  /** The attributes of a key. */
  ObjectNode attributes(List<JsonNode> key) {
    ObjectNode attributes = JsonNodeFactory.instance.objectNode();
    for (int i = 0; i < keyNames.size(); i++) {
      attributes.set(keyNames.get(i), key.get(i));
    }
    return attributes;
  }

  /** The item of a key; without attributes if there is none. */
  ObjectNode item(List<JsonNode> key) {
    byte[] item = items.get(key);
    return item == null ? JsonNodeFactory.instance.objectNode() : parsed(item);
  }

  Stream<ObjectNode> items() {
    return items.values().stream().map(Table::parsed);
  }

  /** Puts an item; one without attributes is none. */
  void set(List<JsonNode> key, ObjectNode item) {
    if (item.isEmpty()) {
      items.remove(key);
    } else {
      items.put(key, bytes(item));
    }
  }

  private static byte[] bytes(ObjectNode item) {
    try {
      return JSON.writeValueAsBytes(item);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ObjectNode parsed(byte[] item) {
    try {
      return (ObjectNode) JSON.readTree(item);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
