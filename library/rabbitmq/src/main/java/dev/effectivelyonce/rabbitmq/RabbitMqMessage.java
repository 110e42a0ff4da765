package dev.effectivelyonce.rabbitmq;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.batch.Origin;
import dev.effectivelyonce.batch.SourceMessage;
import dev.effectivelyonce.core.record.LogSanitizer;
import dev.effectivelyonce.core.record.TraceParent;
import dev.effectivelyonce.sqs.JsonCodec;
import dev.effectivelyonce.sqs.PayloadType;
import dev.effectivelyonce.sqs.UnreadableMessageException;
import dev.effectivelyonce.streams.RecordData;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** A message of a queue in the form in which Lambda delivers it. Missing parts are empty. */
public final class RabbitMqMessage implements SourceMessage {
  /** What a quorum queue adds when it delivers a message again; the second from RabbitMQ 4.3 on. */
  private static final Set<String> COUNTS = Set.of("x-delivery-count", "x-acquired-count");

  private static final int LONGEST_ID = 255;

  private final JsonNode json;
  private final String broker;
  private final String queue;

  RabbitMqMessage(JsonNode json, String broker, String queue) {
    this.json = json;
    this.broker = broker;
    this.queue = queue;
  }

  /** Returns the broker's ARN. */
  public String source() {
    return broker;
  }

  /** Returns the queue and its virtual host, such as {@code orders::/}. */
  public String queue() {
    return queue;
  }

  /**
   * Returns whether the broker delivered the message before. The broker does not report how often.
   */
  public boolean isRedelivered() {
    return json.path("redelivered").asBoolean();
  }

  /**
   * {@inheritDoc} It is the property {@code message_id}, which a producer may set. A text that is
   * longer than AMQP allows is ignored.
   */
  @Override
  public Optional<String> messageId() {
    return property("messageId").filter(it -> it.length() <= LONGEST_ID);
  }

  /**
   * Returns a basic property as text.
   *
   * @param name the name in Lambda's notation, such as {@code correlationId}
   */
  public Optional<String> property(String name) {
    return Optional.of(properties().path(name))
        .filter(JsonNode::isValueNode)
        .filter(it -> !it.isNull())
        .map(JsonNode::asText)
        .filter(it -> !it.isBlank());
  }

  /**
   * Returns a header as text if the producer wrote text, a number or a boolean. Any other value,
   * such as a list, is returned as the JSON that Lambda wrote. A null value is empty.
   */
  public Optional<String> header(String name) {
    JsonNode value = headerNode(name);
    return value.isNull() || value.isMissingNode()
        ? Optional.empty()
        : plain(value).or(() -> Optional.of(RecordData.ascii(value)));
  }

  /**
   * {@inheritDoc} RabbitMQ has no receive count that all kinds of queues support, so this returns
   * 1.
   */
  @Override
  public int receiveCount() {
    return 1;
  }

  /** {@inheritDoc} A lane keeps the order of the queue. */
  @Override
  public boolean isOrdered() {
    return true;
  }

  @Override
  public Map<String, Optional<String>> logFields() {
    return Map.of("messageId", Optional.of(shownId("none")));
  }

  /** {@inheritDoc} Its producer chose the id. */
  @Override
  public Optional<String> tracedId() {
    return Optional.empty();
  }

  @Override
  public Optional<String> messagingSystem() {
    return Optional.of("rabbitmq");
  }

  /** {@inheritDoc} Returns the name of the queue, without its virtual host. */
  @Override
  public Optional<String> destination() {
    return Optional.of(queue.split("::", 2)[0]);
  }

  /** {@inheritDoc} Returns the header {@code traceparent}. */
  @Override
  public Optional<TraceParent> sender() {
    return header("traceparent").flatMap(TraceParent::parse);
  }

  /** Returns a text without the content, because this text ends up in logs. */
  @Override
  public String toString() {
    return "Message[" + shownId("no message_id") + " of " + queue + "]";
  }

  /** A producer chose the id, which could look like other lines of a log. */
  private String shownId(String none) {
    return messageId().map(LogSanitizer::oneLine).orElse(none);
  }

  /** Returns a header's value where it can be a part of a key: a text or a whole number. */
  Optional<String> keyHeader(String name) {
    JsonNode value = headerNode(name);
    if (value.isNull() || value.isMissingNode()) {
      return Optional.empty();
    }
    return Optional.of(
        plain(value)
            .filter(it -> !value.isBoolean() && !value.isFloatingPointNumber())
            .orElseThrow(
                () ->
                    RecordData.unreadable(
                        "The message's header " + name + " is neither text nor a whole number")));
  }

  /** Returns its place without a position: a broker keeps nothing that was acknowledged. */
  Origin origin() {
    return new Origin(broker, queue, "", Optional.empty());
  }

  /** Returns it as Lambda handed it over, but for what differs between its deliveries. */
  String text() {
    if (!(json instanceof ObjectNode message)) {
      return RecordData.ascii(json);
    }
    ObjectNode kept = copy(message);
    kept.remove("redelivered");
    if (message.path("basicProperties") instanceof ObjectNode properties
        && properties.path("headers") instanceof ObjectNode headers) {
      ObjectNode others = copy(headers);
      COUNTS.forEach(others::remove);
      // A message without headers has some when it is delivered again.
      JsonNode first = others.isEmpty() ? NullNode.getInstance() : others;
      kept.set("basicProperties", copy(properties).set("headers", first));
    }
    return RecordData.ascii(kept);
  }

  /** Copies its members alone: headers may be nested deeper than a stack is. */
  private static ObjectNode copy(ObjectNode object) {
    return object.objectNode().setAll(object);
  }

  <M> M payload(UnaryOperator<byte[]> opening, PayloadType<M> type, JsonCodec codec) {
    JsonNode data = json.path("data");
    if (!data.isTextual()) {
      throw new UnreadableMessageException(
          "The message has no data", "Invoke the function from a queue of RabbitMQ");
    }
    byte[] decoded = RecordData.decoded("data", data.asText());
    return RecordData.read(opening.apply(decoded), type, codec);
  }

  private JsonNode properties() {
    return json.path("basicProperties");
  }

  private JsonNode headerNode(String name) {
    return properties().path("headers").path(name);
  }

  /** Lambda writes a text as its bytes. */
  private static Optional<String> plain(JsonNode value) {
    if (value.isValueNode()) {
      return Optional.of(value.asText());
    }
    return Optional.of(value.path("bytes"))
        .filter(it -> it.isArray() && value.size() == 1)
        .flatMap(RecordData::signedBytes)
        .flatMap(RabbitMqMessage::utf8);
  }

  private static Optional<String> utf8(byte[] bytes) {
    try {
      return Optional.of(RecordData.text("header", bytes));
    } catch (UnreadableMessageException notText) {
      return Optional.empty();
    }
  }
}
