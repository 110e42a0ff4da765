package dev.effectivelyonce.replay;

import dev.effectivelyonce.core.EffectivelyOnceException;
import dev.effectivelyonce.sqs.JacksonJson;
import dev.effectivelyonce.sqs.JsonCodec;
import dev.effectivelyonce.sqs.SqsParking;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The event with one parked record, as the event source mapping of its source would hand it over.
 *
 * @param json the event
 * @param answer what the function answers to it
 */
record ParkedEvent(String json, Answer answer) {
  /** What the function of a source answers. */
  enum Answer {
    /** A partial batch response, which may report the record. */
    PARTIAL,
    /** How many messages were handled: a record that must come back fails the invocation. */
    COUNT
  }

  private static final JsonCodec JSON = new JacksonJson();

  /** The event has one message. */
  private static final Integer HANDLED = 1;

  /** Returns the event; empty if the body is no record of a source that is known. */
  static Optional<ParkedEvent> of(DeadLetter parked) {
    String body = Optional.ofNullable(parked.raw().body()).orElse("");
    try {
      return switch (service(attribute(parked, SqsParking.SOURCE))) {
        case "kinesis", "dynamodb" ->
            JSON.at(body, "/eventSource")
                .map(it -> new ParkedEvent("{\"Records\":[" + body + "]}", Answer.PARTIAL));
        case "mq" -> JSON.at(body, "/data").map(it -> ofRabbitMq(parked, body));
        default ->
            JSON.at(body, "/topic")
                .map(it -> new ParkedEvent(ofKafka(parked, body), Answer.PARTIAL));
      };
    } catch (EffectivelyOnceException e) {
      return Optional.empty();
    }
  }

  /** Returns the service of an ARN; a cluster of Kafka outside MSK has none. */
  private static String service(String source) {
    String[] parts = source.split(":", 4);
    return source.startsWith("arn:") && parts.length == 4 ? parts[2] : "";
  }

  private static String ofKafka(DeadLetter parked, String record) {
    String cluster = attribute(parked, SqsParking.SOURCE);
    boolean isArn = cluster.startsWith("arn:");
    return "{\"eventSource\":%s,%s:%s,\"records\":{%s:[%s]}}"
        .formatted(
            text(isArn ? "aws:kafka" : "SelfManagedKafka"),
            text(isArn ? "eventSourceArn" : "bootstrapServers"),
            text(cluster),
            text(attribute(parked, SqsParking.PARTITION)),
            record);
  }

  /** The partition is the queue as the event names it, with its virtual host. */
  private static ParkedEvent ofRabbitMq(DeadLetter parked, String message) {
    return new ParkedEvent(
        "{\"eventSource\":\"aws:rmq\",\"eventSourceArn\":%s,\"rmqMessagesByQueue\":{%s:[%s]}}"
            .formatted(
                text(attribute(parked, SqsParking.SOURCE)),
                text(attribute(parked, SqsParking.PARTITION)),
                message),
        Answer.COUNT);
  }

  /**
   * Returns whether an answer says that the record is done, or parked again.
   *
   * @return empty if it is no answer to such an event
   */
  Optional<Boolean> isAcknowledged(String given) {
    try {
      Map<?, ?> members = JSON.read(given, Map.class);
      return switch (answer) {
        case PARTIAL ->
            Optional.ofNullable(members.get("batchItemFailures"))
                .filter(List.class::isInstance)
                .map(List.of()::equals);
        case COUNT ->
            Optional.ofNullable(members.get("messages")).filter(HANDLED::equals).map(it -> true);
      };
    } catch (EffectivelyOnceException e) {
      return Optional.empty();
    }
  }

  private static String attribute(DeadLetter parked, String name) {
    return parked.stringAttributes().getOrDefault(name, "");
  }

  private static String text(String value) {
    try {
      return JSON.write(value);
    } catch (Exception e) {
      throw new IllegalStateException("Every text is JSON", e);
    }
  }
}
