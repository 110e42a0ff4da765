package dev.effectivelyonce.benchmarks.standin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The items of a table by their keys, which nobody changes. For one thread at a time. */
final class Table {
  private static final ObjectNode NONE = JsonNodeFactory.instance.objectNode();

  private final Map<List<JsonNode>, ObjectNode> items = new HashMap<>();
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
    return items.getOrDefault(key, NONE);
  }

  Collection<ObjectNode> items() {
    return items.values();
  }

  /** Puts an item; one without attributes is none. */
  void set(List<JsonNode> key, ObjectNode item) {
    if (item.isEmpty()) {
      items.remove(key);
    } else {
      items.put(key, item);
    }
  }
}
