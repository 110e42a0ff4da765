package dev.effectivelyonce.worker;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.LongString;
import java.math.BigDecimal;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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

  private static ArrayNode bytes(byte[] bytes) {
    ArrayNode numbers = JSON.arrayNode();
    for (byte signed : bytes) {
      numbers.add(signed);
    }
    return numbers;
  }
}
