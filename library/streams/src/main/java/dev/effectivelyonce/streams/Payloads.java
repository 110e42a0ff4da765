package dev.effectivelyonce.streams;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.sqs.JsonCodec;
import dev.effectivelyonce.sqs.PayloadType;
import dev.effectivelyonce.sqs.UnreadableMessageException;
import dev.effectivelyonce.streams.TableChange.Kind;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** Turns records into what consumers handle. */
final class Payloads {
  private static final byte[] AGGREGATED = {(byte) 0xF3, (byte) 0x89, (byte) 0x9A, (byte) 0xC2};

  /** BigDecimal takes digits of other scripts, too. */
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?[0-9]{1,100}(\\.[0-9]{0,200})?([eE][+-]?[0-9]{1,4})?");

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private Payloads() {}

  /** Returns the data of a Kinesis record. */
  static <M> M ofKinesis(
      StreamRecord record, UnaryOperator<byte[]> opening, PayloadType<M> type, JsonCodec json) {
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
  static <T> TableChange<T> ofTable(StreamRecord record, PayloadType<T> item, JsonCodec json) {
    JsonNode content = record.content();
    try {
      return new TableChange<>(
          kind(record.json().path("eventName").asText()),
          keys(content.path("Keys")),
          image(content.path("OldImage"), item, json),
          image(content.path("NewImage"), item, json));
    } catch (StackOverflowError tooDeep) {
      throw noItem("An attribute is nested deeper than DynamoDB takes");
    }
  }

  private static Kind kind(String name) {
    return Arrays.stream(Kind.values())
        .filter(it -> it.name().equals(name))
        .findFirst()
        .orElseThrow(() -> noItem("The record's eventName is no change of an item"));
  }

  private static Map<String, String> keys(JsonNode keys) {
    Map<String, String> texts = new LinkedHashMap<>();
    keys.properties().forEach(it -> texts.put(it.getKey(), key(it.getValue()).asText()));
    if (texts.isEmpty()) {
      throw noItem("The record has no keys of an item");
    }
    return texts;
  }

  private static JsonNode key(JsonNode attribute) {
    JsonNode value = plain(attribute);
    if (!value.isTextual() && !value.isNumber()) {
      throw noItem("A key is no string, number or binary");
    }
    return value;
  }

  private static <T> Optional<T> image(JsonNode image, PayloadType<T> item, JsonCodec json) {
    return image.isMissingNode() || image.isNull()
        ? Optional.empty()
        : Optional.of(json.read(members(image).toString(), item));
  }

  private static ObjectNode members(JsonNode attributes) {
    ObjectNode object = NODES.objectNode();
    checked(attributes, attributes.isObject(), "M")
        .properties()
        .forEach(it -> object.set(it.getKey(), plain(it.getValue())));
    return object;
  }

  /** Returns an attribute value as JSON has it. A number keeps each digit. */
  private static JsonNode plain(JsonNode attribute) {
    if (attribute.properties().size() != 1) {
      throw noItem("An attribute has not one value");
    }
    Map.Entry<String, JsonNode> typed = attribute.properties().iterator().next();
    String type = typed.getKey();
    JsonNode value = typed.getValue();
    return switch (type) {
      case "S", "B" -> checked(value, value.isTextual(), type);
      case "N" -> number(checked(value, value.isTextual(), type).textValue());
      case "BOOL" -> checked(value, value.isBoolean(), type);
      case "NULL" -> {
        checked(value, value.isBoolean() && value.booleanValue(), type);
        yield NODES.nullNode();
      }
      case "M" -> members(value);
      case "L" -> list(value, type, Payloads::plain);
      case "SS", "NS", "BS" ->
          list(value, type, it -> plain(NODES.objectNode().set(type.substring(0, 1), it)));
      default -> throw noItem("An attribute is of no type of DynamoDB");
    };
  }

  private static ArrayNode list(JsonNode values, String type, UnaryOperator<JsonNode> element) {
    ArrayNode list = NODES.arrayNode();
    checked(values, values.isArray(), type).forEach(it -> list.add(element.apply(it)));
    return list;
  }

  private static JsonNode checked(JsonNode value, boolean isOfType, String type) {
    if (!isOfType) {
      throw noItem("A value is none of DynamoDB's type " + type);
    }
    return value;
  }

  private static JsonNode number(String text) {
    if (!NUMBER.matcher(text).matches()) {
      throw noItem("An attribute of type N is no number");
    }
    return DecimalNode.valueOf(new BigDecimal(text));
  }

  private static UnreadableMessageException noItem(String problem) {
    return new UnreadableMessageException(problem, "Invoke the function from a table's stream");
  }
}
