package dev.effectivelyonce.streams;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.effectivelyonce.sqs.JsonCodec;
import dev.effectivelyonce.sqs.UnreadableMessageException;
import dev.effectivelyonce.streams.TableChange.Kind;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Turns records into what consumers handle. */
final class Payloads {
  private static final byte[] AGGREGATED = {(byte) 0xF3, (byte) 0x89, (byte) 0x9A, (byte) 0xC2};
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private Payloads() {}

  /** Returns the data of a Kinesis record. */
  static <M> M ofKinesis(
      StreamRecord record, UnaryOperator<byte[]> opening, Class<M> type, JsonCodec json) {
    byte[] data = data(record.content().path("data"));
    if (data.length >= AGGREGATED.length
        && Arrays.equals(data, 0, AGGREGATED.length, AGGREGATED, 0, AGGREGATED.length)) {
      throw new UnreadableMessageException(
          "The record was aggregated by the Kinesis Producer Library",
          "Set AggregationEnabled=false on the producer");
    }
    return RecordData.read(opening.apply(data), type, json);
  }

  private static byte[] data(JsonNode data) {
    byte[] decoded = RecordData.decoded("data", data.asText());
    if (decoded.length == 0) {
      throw RecordData.unreadable("The record has no data");
    }
    return decoded;
  }

  /** Returns the change that a record of a table's stream tells of. */
  static <T> TableChange<T> ofTable(StreamRecord record, Class<T> item, JsonCodec json) {
    JsonNode content = record.content();
    return new TableChange<>(
        kind(record.json().path("eventName").asText()),
        keys(content.path("Keys")),
        image(content.path("OldImage"), item, json),
        image(content.path("NewImage"), item, json));
  }

  private static Kind kind(String name) {
    return Arrays.stream(Kind.values())
        .filter(it -> it.name().equals(name))
        .findFirst()
        .orElseThrow(() -> noItem("The record's eventName is no change of an item"));
  }

  private static Map<String, String> keys(JsonNode keys) {
    Map<String, String> texts = new LinkedHashMap<>();
    keys.properties().forEach(it -> texts.put(it.getKey(), plain(it.getValue()).asText()));
    if (texts.isEmpty()) {
      throw noItem("The record has no keys of an item");
    }
    return texts;
  }

  private static <T> Optional<T> image(JsonNode image, Class<T> item, JsonCodec json) {
    return image.isObject()
        ? Optional.of(json.read(members(image).toString(), item))
        : Optional.empty();
  }

  private static ObjectNode members(JsonNode attributes) {
    ObjectNode object = NODES.objectNode();
    attributes.properties().forEach(it -> object.set(it.getKey(), plain(it.getValue())));
    return object;
  }

  /** Returns an attribute value as JSON has it. A number keeps each digit. */
  private static JsonNode plain(JsonNode attribute) {
    Map.Entry<String, JsonNode> typed =
        attribute.properties().stream()
            .findFirst()
            .orElseThrow(() -> noItem("An attribute has no value"));
    JsonNode value = typed.getValue();
    return switch (typed.getKey()) {
      case "S", "B" -> TextNode.valueOf(value.asText());
      case "N" -> number(value);
      case "BOOL" -> NODES.booleanNode(value.asBoolean());
      case "NULL" -> NODES.nullNode();
      case "M" -> members(value);
      case "L" -> list(value, "");
      case "SS", "BS" -> list(value, "S");
      case "NS" -> list(value, "N");
      default -> throw noItem("An attribute is of no type of DynamoDB");
    };
  }

  private static ArrayNode list(JsonNode values, String type) {
    ArrayNode list = NODES.arrayNode();
    for (JsonNode value : values) {
      list.add(type.isEmpty() ? plain(value) : plain(NODES.objectNode().set(type, value)));
    }
    return list;
  }

  private static JsonNode number(JsonNode text) {
    try {
      return DecimalNode.valueOf(new BigDecimal(text.asText()));
    } catch (NumberFormatException e) {
      throw noItem("An attribute of type N is no number");
    }
  }

  private static UnreadableMessageException noItem(String problem) {
    return new UnreadableMessageException(problem, "Invoke the function from a table's stream");
  }
}
