package dev.effectivelyonce.rabbitmq;

import static dev.effectivelyonce.streams.SourceBench.base64;
import static dev.effectivelyonce.streams.SourceBench.json;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A message as Lambda's documentation shows it.
 *
 * @param messageId as JSON: a text, or null
 * @param headers as JSON
 * @param redelivered as JSON
 * @param data as JSON: a text in base64
 */
record QueuedMessage(
    String queue, String messageId, String headers, String redelivered, String data) {
  static final String BROKER =
      "arn:aws:mq:eu-central-1:123456789012:broker:shop:b-9bcfa592-423a-4942-879d-eb284b418fc8";

  /** An order, in the queue {@code orders} of the virtual host {@code /}. */
  static QueuedMessage order(String id) {
    return new QueuedMessage("orders::/", "null", "null", "false", base64(json(id)));
  }

  QueuedMessage in(String otherQueue) {
    return new QueuedMessage(otherQueue, messageId, headers, redelivered, data);
  }

  QueuedMessage withMessageId(String otherId) {
    return new QueuedMessage(queue, otherId, headers, redelivered, data);
  }

  QueuedMessage withHeaders(String others) {
    return new QueuedMessage(queue, messageId, others, redelivered, data);
  }

  QueuedMessage withData(String other) {
    return new QueuedMessage(queue, messageId, headers, redelivered, other);
  }

  QueuedMessage again() {
    return new QueuedMessage(queue, messageId, headers, "true", data);
  }

  static String event(List<QueuedMessage> messages) {
    Map<String, String> queues =
        messages.stream()
            .collect(
                groupingBy(
                    QueuedMessage::queue,
                    LinkedHashMap::new,
                    mapping(QueuedMessage::text, joining(","))));
    return """
    {"eventSource":"aws:rmq","eventSourceArn":"%s","rmqMessagesByQueue":{%s}}
    """
        .formatted(
            BROKER,
            queues.entrySet().stream()
                .map(it -> "\"%s\":[%s]".formatted(it.getKey(), it.getValue()))
                .collect(joining(",")));
  }

  private String text() {
    return """
    {"basicProperties":{"contentType":"text/plain","contentEncoding":null,"headers":%s,
      "deliveryMode":1,"priority":34,"correlationId":null,"replyTo":null,"expiration":"60000",
      "messageId":%s,"timestamp":"Jan 1, 1970, 12:33:41 AM","type":null,
      "userId":"AIDACKCEVSQ6C2EXAMPLE","appId":null,"clusterId":null,"bodySize":80},
     "redelivered":%s,"data":%s}
    """
        .formatted(headers, messageId, redelivered, data);
  }
}
