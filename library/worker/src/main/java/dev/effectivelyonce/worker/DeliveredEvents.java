package dev.effectivelyonce.worker;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.LongString;
import com.rabbitmq.client.impl.LongStringHelper;
import java.math.BigDecimal;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Delivered messages as the event that Lambda would make of them. */
final class DeliveredEvents {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("MMM d, yyyy, hh:mm:ss a", Locale.US).withZone(ZoneOffset.UTC);

  /**
   * Headers that are nested deeper are left out: no producer needs them, and no stack holds them.
   */
  private static final int DEEPEST = 100;

  private DeliveredEvents() {}

  /**
   * @param queue the queue and its virtual host, such as {@code orders::/}
   * @param broker the broker's address
   */
  static ObjectNode event(Delivery message, String queue, String broker) {
    ObjectNode event = JSON.objectNode();
    event.put("eventSource", "aws:rmq");
    event.put("eventSourceArn", broker);
    ObjectNode json = event.putObject("rmqMessagesByQueue").putArray(queue).addObject();
    json.set("basicProperties", properties(message.getProperties(), message.getBody().length));
    json.put("redelivered", message.getEnvelope().isRedeliver());
    json.put("data", Base64.getEncoder().encodeToString(message.getBody()));
    return event;
  }

  private static ObjectNode properties(BasicProperties of, int bodySize) {
    ObjectNode json = JSON.objectNode();
    json.put("contentType", of.getContentType());
    json.put("contentEncoding", of.getContentEncoding());
    json.set("headers", value(of.getHeaders(), 0));
    json.put("deliveryMode", of.getDeliveryMode());
    json.put("priority", of.getPriority());
    json.put("correlationId", of.getCorrelationId());
    json.put("replyTo", of.getReplyTo());
    json.put("expiration", of.getExpiration());
    json.put("messageId", of.getMessageId());
    json.set("timestamp", value(of.getTimestamp(), 0));
    json.put("type", of.getType());
    json.put("userId", of.getUserId());
    json.put("appId", of.getAppId());
    json.put("clusterId", of.getClusterId());
    json.put("bodySize", bodySize);
    return json;
  }

  /** A text is its bytes, as Lambda writes it. */
  private static JsonNode value(@Nullable Object value, int depth) {
    return switch (value) {
      case null -> JSON.nullNode();
      case LongString text -> JSON.objectNode().set("bytes", bytes(text.getBytes()));
      case byte[] binary -> bytes(binary);
      case Boolean truth -> JSON.booleanNode(truth);
      case Long number -> JSON.numberNode(number);
      case Double number when !Double.isFinite(number) -> JSON.numberNode(number);
      case Float number when !Float.isFinite(number) -> JSON.numberNode(number);
      case Number number -> JSON.numberNode(new BigDecimal(number.toString()));
      case Date time -> JSON.textNode(TIME.format(time.toInstant()));
      case Object ignored when depth > DEEPEST -> JSON.nullNode();
      case Map<?, ?> table -> {
        ObjectNode members = JSON.objectNode();
        table.forEach(
            (name, member) -> members.set(String.valueOf(name), value(member, depth + 1)));
        yield members;
      }
      case List<?> list -> {
        ArrayNode members = JSON.arrayNode();
        list.forEach(member -> members.add(value(member, depth + 1)));
        yield members;
      }
      default -> JSON.textNode(value.toString());
    };
  }

  /** Returns the headers of a message of an event as they were, but for dates and bytes. */
  static Map<String, Object> headers(JsonNode json) {
    Map<String, Object> headers = new HashMap<>();
    json.properties()
        .forEach(
            member ->
                original(member.getValue()).ifPresent(it -> headers.put(member.getKey(), it)));
    return headers;
  }

  private static Optional<Object> original(JsonNode json) {
    return switch (json.getNodeType()) {
      case BOOLEAN -> Optional.of(json.booleanValue());
      case NUMBER -> Optional.of(number(json));
      case STRING -> Optional.of(json.textValue());
      case ARRAY -> Optional.of(json.valueStream().flatMap(it -> original(it).stream()).toList());
      case OBJECT -> Optional.of(text(json).orElseGet(() -> headers(json)));
      default -> Optional.empty();
    };
  }

  /** A fraction is a double: AMQP's own decimals have nine digits, and most have more. */
  private static Number number(JsonNode json) {
    if (json.canConvertToExactIntegral() && json.canConvertToLong()) {
      return json.longValue();
    }
    return json.doubleValue();
  }

  private static Optional<Object> text(JsonNode json) {
    JsonNode numbers = json.path("bytes");
    if (json.size() != 1 || !numbers.isArray()) {
      return Optional.empty();
    }
    byte[] bytes = new byte[numbers.size()];
    for (int index = 0; index < bytes.length; index++) {
      bytes[index] = (byte) numbers.path(index).intValue();
    }
    return Optional.of(LongStringHelper.asLongString(bytes));
  }

  private static ArrayNode bytes(byte[] bytes) {
    ArrayNode numbers = JSON.arrayNode();
    for (byte signed : bytes) {
      numbers.add(signed);
    }
    return numbers;
  }
}
