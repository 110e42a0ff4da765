package dev.effectivelyonce.local.eventsource.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.local.lambda.InvocationResult;
import dev.effectivelyonce.local.template.KafkaMapping;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Describes records that were given up, as Lambda does. Its requestId is left out, since the runner
 * does not know that of an invocation.
 */
record FailureRecord(
    KafkaMapping mapping, KafkaEventJson events, String bootstrapServers, Clock clock) {
  private static final int OK = 200;

  /** The whole batch, without its records. */
  ObjectNode ofBatch(Chunk chunk) {
    ObjectNode failure = failure(chunk);
    ObjectNode batch = batch(failure, chunk.records());
    ObjectNode partitions = batch.putObject("recordsInfo");
    chunk.records().stream()
        .collect(Collectors.groupingBy(KafkaEventJson::partition))
        .forEach((partition, records) -> describe(partitions.putObject(partition), records));
    return failure;
  }

  /** One of its records, with that record. */
  ObjectNode ofRecord(Chunk chunk, ConsumerRecord<byte[], byte[]> record) {
    ObjectNode failure = failure(chunk);
    ObjectNode info = batch(failure, List.of(record)).putObject("recordInfo");
    info.put("offset", Long.toString(record.offset()));
    info.put("timestamp", time(record));
    failure.set("payload", events.of(List.of(record)));
    return failure;
  }

  private ObjectNode failure(Chunk chunk) {
    Chunk.GivenUp why = chunk.givenUp().orElseThrow();
    ObjectNode failure = JsonNodeFactory.instance.objectNode();
    ObjectNode request = failure.putObject("requestContext");
    request.put("functionArn", mapping.functionArn());
    request.put("condition", why.condition());
    request.put(
        "approximateInvokeCount", why.result().isEmpty() ? chunk.retries() : chunk.retries() + 1);
    failure.putNull("responseContext");
    why.result().ifPresent(result -> describe(failure.putObject("responseContext"), result));
    failure.put("version", "1.0");
    failure.put("timestamp", clock.instant().toString());
    return failure;
  }

  private static void describe(ObjectNode response, InvocationResult result) {
    response.put("statusCode", OK);
    response.put("executedVersion", "$LATEST");
    if (!(result instanceof InvocationResult.Succeeded)) {
      response.put("functionError", "Unhandled");
    }
  }

  private ObjectNode batch(ObjectNode failure, List<ConsumerRecord<byte[], byte[]>> records) {
    ObjectNode batch = failure.putObject("KafkaBatchInfo");
    batch.put("batchSize", records.size());
    mapping.clusterArn().ifPresent(arn -> batch.put("eventSourceArn", arn));
    batch.put("bootstrapServers", bootstrapServers);
    batch.put("payloadSize", events.of(records).toString().getBytes(UTF_8).length);
    return batch;
  }

  private static void describe(ObjectNode partition, List<ConsumerRecord<byte[], byte[]>> records) {
    partition.put("firstRecordOffset", Long.toString(records.getFirst().offset()));
    partition.put("lastRecordOffset", Long.toString(records.getLast().offset()));
    partition.put("firstRecordTimestamp", time(records.getFirst()));
    partition.put("lastRecordTimestamp", time(records.getLast()));
  }

  private static String time(ConsumerRecord<byte[], byte[]> record) {
    return Instant.ofEpochMilli(record.timestamp()).toString();
  }
}
