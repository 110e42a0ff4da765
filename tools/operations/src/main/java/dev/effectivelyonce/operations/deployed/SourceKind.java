package dev.effectivelyonce.operations.deployed;

import java.util.List;
import java.util.Locale;

/** What a consumer gets its events from. */
public enum SourceKind {
  /** A queue of SQS. */
  QUEUE,
  /** The same, read by a process of one's own. */
  PROCESS,
  /** A stream of Kinesis. */
  KINESIS,
  /** The stream of a DynamoDB table. */
  TABLE_STREAM,
  /** A topic of Kafka, on MSK or elsewhere. */
  KAFKA,
  /** A broker of Amazon MQ. */
  BROKER,
  /** Whatever invokes a function: a rule, a schedule, a topic, a state machine. */
  FUNCTION,
  /** Requests over HTTP. */
  API;

  /** Returns what a function reads by its mappings; without any, everybody may invoke it. */
  static SourceKind of(List<MappingFacts> mappings) {
    return mappings.stream().findFirst().map(it -> of(it.source().orElse(""))).orElse(FUNCTION);
  }

  /** A mapping without a source's ARN is one of a cluster of Kafka outside MSK. */
  private static SourceKind of(String arn) {
    String[] parts = arn.split(":", 4);
    String service = parts.length == 4 ? parts[2] : "kafka";
    return switch (service) {
      case "sqs" -> QUEUE;
      case "kinesis" -> KINESIS;
      case "dynamodb" -> TABLE_STREAM;
      case "kafka" -> KAFKA;
      case "mq" -> BROKER;
      default -> FUNCTION;
    };
  }

  /** Returns whether its records have places, which a batch reports. */
  public boolean isPartitioned() {
    return this == KINESIS || this == TABLE_STREAM || this == KAFKA;
  }

  /** Returns its name in JSON. */
  public String field() {
    return name().toLowerCase(Locale.ROOT);
  }
}
