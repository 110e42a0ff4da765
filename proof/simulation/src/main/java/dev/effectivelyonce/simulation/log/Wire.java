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
  KAFKA("arn:cluster") {
    @Override
    public String partition(int number) {
      return "topic-" + number;
    }

    @Override
    String event(Collection<List<LogRecord>> batch) {
      return batch.stream()
          .map(
              it ->
                  "\"%s\":[%s]".formatted(it.getFirst().partition(), joined(it, Wire::kafkaRecord)))
          .collect(
              Collectors.joining(
                  ",",
                  "{\"eventSource\":\"aws:kafka\",\"eventSourceArn\":\"arn:cluster\",\"records\":{",
                  "}}"));
    }

    @Override
    Failure failure(JsonNode identifier, Collection<List<LogRecord>> batch) {
      return new Failure(
          identifier.path("partition").asText(), identifier.path("offset").asInt(-1));
    }
  },
  /** That of Kinesis: records of one shard, and one failure. */
  KINESIS("arn:stream") {
    @Override
    public String partition(int number) {
      return "shardId-" + number;
    }

    @Override
    String event(Collection<List<LogRecord>> batch) {
      return kinesisEvent(batch);
    }

    @Override
    Failure failure(JsonNode identifier, Collection<List<LogRecord>> batch) {
      return new Failure(batch.iterator().next().getFirst().partition(), identifier.asInt(-1));
    }
  },
  /** That of RabbitMQ: messages of one queue, and no answer that anybody reads. */
  RABBITMQ("arn:broker") {
    @Override
    public String partition(int number) {
      return "queue::/";
    }

    @Override
    String event(Collection<List<LogRecord>> batch) {
      return "{\"eventSource\":\"aws:rmq\",\"eventSourceArn\":\"arn:broker\","
          + "\"rmqMessagesByQueue\":{\"queue::/\":["
          + joined(batch.iterator().next(), Wire::message)
          + "]}}";
    }

    @Override
    Failure failure(JsonNode identifier, Collection<List<LogRecord>> batch) {
      throw new IllegalStateException("A whole batch has no failures of its own");
    }
  };

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
  public abstract String partition(int number);

  /** The event with a batch, by partition. */
  abstract String event(Collection<List<LogRecord>> batch);

  abstract Failure failure(JsonNode identifier, Collection<List<LogRecord>> batch);

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

  private static String kinesisEvent(Collection<List<LogRecord>> batch) {
    return "{\"Records\":[" + joined(batch.iterator().next(), Wire::kinesisRecord) + "]}";
  }

  private static String kafkaRecord(LogRecord record) {
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

  private static String kinesisRecord(LogRecord record) {
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
