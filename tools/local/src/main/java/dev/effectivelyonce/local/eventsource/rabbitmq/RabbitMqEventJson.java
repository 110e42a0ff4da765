package dev.effectivelyonce.local.eventsource.rabbitmq;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.LongString;
import dev.effectivelyonce.local.template.RabbitMqMapping;
import java.math.BigDecimal;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds the event that Lambda hands to a function for messages of a queue. */
record RabbitMqEventJson(RabbitMqMapping mapping) {
  /** More than the frame of an event takes. */
  static final int FRAME_BYTES = 4 * 1024;

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("MMM d, yyyy, hh:mm:ss a", Locale.US).withZone(ZoneOffset.UTC);

  ObjectNode of(List<Delivery> messages) {
    ObjectNode event = JSON.objectNode();
    event.put("eventSource", "aws:rmq");
    event.put("eventSourceArn", mapping.brokerArn());
    ArrayNode queue = event.putObject("rmqMessagesByQueue").putArray(mapping.queueInEvents());
    messages.forEach(message -> queue.add(json(message)));
    return event;
  }

  /** What a message adds to the size of an event. */
  static long bytes(Delivery message) {
    return json(message).toString().getBytes(UTF_8).length + 1L;
  }

  private static ObjectNode json(Delivery message) {
    ObjectNode json = JSON.objectNode();
    json.set("basicProperties", properties(message.getProperties(), message.getBody().length));
    json.put("redelivered", message.getEnvelope().isRedeliver());
    json.put("data", message.getBody());
    return json;
  }

  private static ObjectNode properties(BasicProperties of, int bodySize) {
    ObjectNode json = JSON.objectNode();
    json.put("contentType", of.getContentType());
    json.put("contentEncoding", of.getContentEncoding());
    json.set("headers", value(of.getHeaders()));
    json.put("deliveryMode", of.getDeliveryMode());
    json.put("priority", of.getPriority());
    json.put("correlationId", of.getCorrelationId());
    json.put("replyTo", of.getReplyTo());
    json.put("expiration", of.getExpiration());
    json.put("messageId", of.getMessageId());
    json.set("timestamp", value(of.getTimestamp()));
    json.put("type", of.getType());
    json.put("userId", of.getUserId());
    json.put("appId", of.getAppId());
    json.put("clusterId", of.getClusterId());
    json.put("bodySize", bodySize);
    return json;
  }

  /** A text is its bytes, as in AWS's example; other types have no example. */
  private static JsonNode value(@Nullable Object value) {
    return switch (value) {
      case null -> JSON.nullNode();
      case LongString text -> JSON.objectNode().set("bytes", bytes(text.getBytes()));
      case byte[] binary -> bytes(binary);
      case Boolean truth -> JSON.booleanNode(truth);
      case Long number -> JSON.numberNode(number);
      case Number number -> JSON.numberNode(new BigDecimal(number.toString()));
      case Date time -> JSON.textNode(TIME.format(time.toInstant()));
      case Map<?, ?> table -> {
        ObjectNode members = JSON.objectNode();
        table.forEach((name, member) -> members.set(String.valueOf(name), value(member)));
        yield members;
      }
      case List<?> list -> {
        ArrayNode members = JSON.arrayNode();
        list.forEach(member -> members.add(value(member)));
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
