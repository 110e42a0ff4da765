package dev.effectivelyonce.sqs;

import dev.effectivelyonce.batch.Origin;
import dev.effectivelyonce.batch.ParkedMessage;
import dev.effectivelyonce.batch.Parking;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.core.engine.Platform;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.SendMessageRequest;

/**
 * Parks messages in an SQS queue, one per call. Needs {@code sqs:SendMessage}. The attributes of a
 * parked message describe its origin. On a FIFO queue each source partition is a message group, and
 * the id is the deduplication id.
 *
 * <p>A record that is too large for the queue is parked without its body. The attributes contain
 * its position in the source, from which it can be read as long as the source keeps it. A record
 * without a position can't be read there again, so it is not parked if it is too large.
 */
public final class SqsParking implements Parking {
  /** The maximum size of an SQS message, in bytes. */
  public static final int MAX_MESSAGE_BYTES = 1024 * 1024;

  /** The attribute with the id, {@link Origin#id()}. */
  public static final String ID = "parkedId";

  /** The attribute with the name of the consumer that parked the message. */
  public static final String CONSUMER = "consumer";

  /** The attribute with the ARN of the stream or cluster, or another name of the source. */
  public static final String SOURCE = "source";

  /** The attribute with the shard or partition. */
  public static final String PARTITION = "partition";

  /** The attribute with the sequence number or offset. */
  public static final String POSITION = "position";

  /** The attribute with the reason. */
  public static final String REASON = "reason";

  /** The attribute with the id of the event's idempotency record, which a replay looks up. */
  public static final String RECORD = "recordId";

  /** The attribute with the fingerprint, which must agree with that record. */
  public static final String FINGERPRINT = "fingerprint";

  /**
   * The attribute that shows whether the body contains the record or the record was {@value
   * #OMITTED}.
   */
  public static final String PAYLOAD = "payload";

  /** The value of {@link #PAYLOAD} if the record is too large. */
  public static final String OMITTED = "OMITTED";

  private static final String FIFO = ".fifo";
  private static final int MAX_ATTRIBUTE_CHARACTERS = 4096;

  private final Supplier<SqsClient> client;
  private final CallTime time;
  private final String queueUrl;
  private final int maxMessageBytes;

  /**
   * @param client supplies the client; called for the first message and perhaps again, by many
   *     threads, so return the same client each time
   * @param clock the consumer's clock, on which the deadline is based
   * @param maxMessageBytes the queue's own limit, at most {@value #MAX_MESSAGE_BYTES}
   */
  public SqsParking(Supplier<SqsClient> client, Clock clock, String queueUrl, int maxMessageBytes) {
    this.client = client;
    this.time = new CallTime(clock);
    this.queueUrl = queueUrl;
    this.maxMessageBytes = maxMessageBytes;
  }

  /**
   * Returns a parking for the queue in {@value EnvironmentVariables#PARKING_QUEUE_URL}. It creates
   * its own client for the first message.
   *
   * @throws ConfigurationException if the variable is missing
   */
  public static SqsParking from(Map<String, String> environment) {
    return new SqsParking(
        new LazySqsClient(),
        Platform.system().clock(),
        EnvironmentVariables.required(environment, EnvironmentVariables.PARKING_QUEUE_URL),
        MAX_MESSAGE_BYTES);
  }

  @Override
  public void put(ParkedMessage message, Instant deadline) {
    Duration left = time.until(deadline);
    SendMessageRequest request =
        request(message).toBuilder()
            .overrideConfiguration(override -> override.apiCallTimeout(left))
            .build();
    client.get().sendMessage(request);
  }

  private SendMessageRequest request(ParkedMessage message) {
    Map<String, String> attributes = attributes(message);
    boolean fits = bytes(attributes) + utf8(message.body()) <= maxMessageBytes;
    if (!fits && message.origin().position().isEmpty()) {
      throw SdkClientException.create("The message is larger than the queue takes");
    }
    attributes.put(PAYLOAD, fits ? "KEPT" : OMITTED);
    SendMessageRequest.Builder request =
        SendMessageRequest.builder()
            .queueUrl(queueUrl)
            .messageBody(fits ? message.body() : message.origin().position())
            .messageAttributes(
                attributes.entrySet().stream()
                    .collect(Collectors.toMap(Map.Entry::getKey, it -> text(it.getValue()))));
    return queueUrl.endsWith(FIFO)
        ? request
            .messageGroupId(group(message.origin()))
            .messageDeduplicationId(message.id())
            .build()
        : request.build();
  }

  private static Map<String, String> attributes(ParkedMessage message) {
    Origin origin = message.origin();
    Map<String, String> attributes = new LinkedHashMap<>();
    attributes.put(ID, message.id());
    attributes.put(CONSUMER, message.consumer().value());
    attributes.put(SOURCE, origin.source());
    attributes.put(PARTITION, origin.partition());
    attributes.put(POSITION, origin.position());
    attributes.put("partitionKey", origin.key().orElse(""));
    attributes.put(REASON, message.why());
    message.record().ifPresent(it -> attributes.put(RECORD, it.value()));
    // With this and the payload's there are ten, the most that a message has.
    message.fingerprint().ifPresent(it -> attributes.put(FINGERPRINT, it.value()));
    // SQS refuses an empty value.
    attributes.values().removeIf(String::isBlank);
    attributes.replaceAll((name, value) -> taken(value));
    return attributes;
  }

  /** The room for the last attribute is counted as that of its longest value. */
  private static int bytes(Map<String, String> attributes) {
    int last = PAYLOAD.length() + OMITTED.length();
    return attributes.entrySet().stream()
        .mapToInt(it -> utf8(it.getKey()) + utf8(it.getValue()) + "String".length())
        .reduce(last + "String".length(), Integer::sum);
  }

  private static int utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /**
   * Cuts a value, and replaces the characters that SQS refuses: a parked message must not fail for
   * its key, which in Kafka may be as large as a message of the queue.
   */
  private static String taken(String value) {
    return value
        .substring(0, Math.min(value.length(), MAX_ATTRIBUTE_CHARACTERS))
        .replaceAll("[^\\t\\n\\r\\x20-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]", "\uFFFD");
  }

  private static MessageAttributeValue text(String value) {
    return MessageAttributeValue.builder().dataType("String").stringValue(value).build();
  }

  private static String group(Origin origin) {
    return new Origin(origin.source(), origin.partition(), "", origin.key()).id();
  }
}
