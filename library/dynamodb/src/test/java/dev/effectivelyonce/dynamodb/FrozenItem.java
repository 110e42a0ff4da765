package dev.effectivelyonce.dynamodb;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** An item as some release has written it, from {@code items/}. Never edit one of these files. */
final class FrozenItem {
  private static final Path ITEMS = Path.of("src/test/resources/items");
  private static final JsonMapper JSON = new JsonMapper();

  private FrozenItem() {}

  static Map<String, AttributeValue> read(String name) {
    try {
      return attributes(JSON.readTree(ITEMS.resolve(name + ".json").toFile()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, AttributeValue> attributes(JsonNode map) {
    return map.properties().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, it -> value(it.getValue())));
  }

  private static AttributeValue value(JsonNode typed) {
    Map.Entry<String, JsonNode> only = typed.properties().iterator().next();
    return switch (only.getKey()) {
      case "S" -> AttributeValue.fromS(only.getValue().asText());
      case "N" -> AttributeValue.fromN(only.getValue().asText());
      case "M" -> AttributeValue.fromM(attributes(only.getValue()));
      default -> throw new IllegalArgumentException("A type that no release writes: " + only);
    };
  }
}
