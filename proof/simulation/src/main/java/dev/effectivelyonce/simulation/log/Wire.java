package dev.effectivelyonce.simulation.log;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.effectivelyonce.batch.Origin;
import dev.effectivelyonce.batch.ParkedMessage;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.simulation.history.SourceModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Lambda's events of a source, and the answers to them. */
public enum Wire {
  /** That of Kafka: records by partition, and a failure of each. */
  KAFKA("arn:cluster"),
  /** That of Kinesis: records of one shard, and one failure. */
  KINESIS("arn:stream"),
  /** That of RabbitMQ: messages of one queue, and no answer that anybody reads. */
  RABBITMQ("arn:broker"),
  /** That of a table's stream: items that are new, each with its lane as key and its id as body. */
  TABLE("arn:table");

  /** The lowest record of a partition that comes again. */
  record Failure(String partition, int offset) {}

  private static final ObjectMapper JSON = new ObjectMapper();

  private final String arn;

  Wire(String arn) {
    this.arn = arn;
  }

  /** That of a source. */
  public static Wire of(SourceModel source) {
    return valueOf(source.name());
  }

  /** The name of a partition. */
  public String partition(int number) {
    return switch (this) {
      case KAFKA -> "topic-" + number;
      case KINESIS -> "shardId-" + number;
      case RABBITMQ -> "queue::/";
      case TABLE -> "shard-" + number;
    };
  }

  /** The event with a batch, by partition. */
  String event(Collection<List<LogRecord>> batch) {
    List<LogRecord> first = batch.iterator().next();
    return switch (this) {
      case KAFKA ->
          batch.stream()
              .map(
                  it -> "\"%s\":[%s]".formatted(it.getFirst().partition(), joined(it, Wire::kafka)))
              .collect(
                  Collectors.joining(
                      ",",
                      "{\"eventSource\":\"aws:kafka\",\"eventSourceArn\":\"arn:cluster\",\"records\":{",
                      "}}"));
      case KINESIS -> "{\"Records\":[" + joined(first, Wire::kinesis) + "]}";
      case TABLE -> "{\"Records\":[" + joined(first, Wire::inserted) + "]}";
      case RABBITMQ ->
          "{\"eventSource\":\"aws:rmq\",\"eventSourceArn\":\"arn:broker\","
              + "\"rmqMessagesByQueue\":{\"queue::/\":["
              + joined(first, Wire::message)
              + "]}}";
    };
  }

  private Failure failure(JsonNode identifier, Collection<List<LogRecord>> batch) {
    return switch (this) {
      case KAFKA ->
          new Failure(identifier.path("partition").asText(), identifier.path("offset").asInt(-1));
      case KINESIS, TABLE ->
          new Failure(batch.iterator().next().getFirst().partition(), identifier.asInt(-1));
      case RABBITMQ -> throw new IllegalStateException("A whole batch has no failures of its own");
    };
  }

  /** What an answer reports as failed. */
  List<Failure> failures(String answer, Collection<List<LogRecord>> batch) {
    try {
      List<Failure> failures = new ArrayList<>();
      for (JsonNode failure : JSON.readTree(answer).path("batchItemFailures")) {
        failures.add(failure(failure.path("itemIdentifier"), batch));
      }
      return failures;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String joined(List<LogRecord> records, Function<LogRecord, String> json) {
    return records.stream().map(json).collect(Collectors.joining(","));
  }

  private static String kafka(LogRecord record) {
    int dash = record.partition().lastIndexOf('-');
    return """
    {"topic":"%s","partition":%s,"offset":%s,"timestamp":%s,"key":"%s","value":"%s","headers":[]}\
    """
        .formatted(
            record.partition().substring(0, dash),
            record.partition().substring(dash + 1),
            record.offset(),
            record.at().toEpochMilli(),
            base64(record.key()),
            base64(record.body()));
  }

  private static String kinesis(LogRecord record) {
    return """
    {"eventSource":"aws:kinesis","eventID":"%s:%s","eventSourceARN":"arn:stream",\
    "kinesis":{"partitionKey":"%s","sequenceNumber":"%s","data":"%s"}}\
    """
        .formatted(
            record.partition(),
            record.offset(),
            record.key(),
            record.offset(),
            base64(record.body()));
  }

  private static String inserted(LogRecord record) {
    return """
    {"eventName":"INSERT","dynamodb":{"ApproximateCreationDateTime":%s,"SequenceNumber":"%s",\
    "Keys":{"lane":{"S":"%s"},"id":{"S":"%s"}}}}\
    """
        .formatted(record.at().getEpochSecond(), record.offset(), record.key(), record.body());
  }

  private static String message(LogRecord record) {
    return """
    {"basicProperties":{"messageId":"%s"},"redelivered":false,"data":"%s"}\
    """
        .formatted(record.place(), base64(record.body()));
  }

  /** Where a record is, told by what was parked of it: a queue has no positions. */
  public static String place(String partition, String position, String body) {
    return position.isEmpty()
        ? body.replaceFirst(".*\"messageId\":\"([^\"]+)\".*", "$1")
        : LogRecord.place(partition, position);
  }

  /** The id that a record has when a consumer parks it. */
  public String parkedId(LogRecord record, ConsumerName consumer) {
    String position = this == RABBITMQ ? "" : Integer.toString(record.offset());
    Origin origin = new Origin(arn, record.partition(), position, Optional.empty());
    String body = message(record).replace("\"redelivered\":false,", "");
    return new ParkedMessage(origin, consumer, body, "").id();
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
