package dev.effectivelyonce.cli;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.operations.bench.LocalAws;
import dev.effectivelyonce.operations.bench.StubAws;
import dev.effectivelyonce.sqs.SqsParking;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import software.amazon.awssdk.services.sqs.model.Message;

/** The consumer "turnover" of a table's stream, whose function parks, and answers as it is told. */
final class ParkedTurnover {
  static final String ACKNOWLEDGED = "{\"batchItemFailures\":[]}";
  private static final ConsumerName NAME = new ConsumerName("turnover");
  private static final Duration RETENTION = Duration.ofDays(22);

  final String url;
  private final Bench bench;
  private int position;

  ParkedTurnover(Bench bench, StubAws stub) {
    this.bench = bench;
    this.url = bench.url(LocalAws.queue(Map.of()));
    Deployed.consumer(stub, "turnover", bench.table);
    stub.but("http://sqs/1/turnover-parked", url);
    stub.on("/invocations", 200, ACKNOWLEDGED);
  }

  static RecordId id(String key) {
    return RecordId.of(NAME, BusinessKey.of(key));
  }

  /** The configuration's entry of it. */
  static String entry(String table) {
    return "{\"name\":\"turnover\",\"function\":\"turnover\",\"table\":\"%s\",\"key\":\"/orderId\",\"retention\":\"P22D\"}"
        .formatted(table);
  }

  /** An order failed for good, and its change is parked. Returns the message's id. */
  String failed(String key) {
    Instant now = Instant.now();
    Claim claim =
        new Claim(
            id(key),
            new AttemptId("owner-1"),
            now.plusSeconds(30),
            WriteTimestamp.of(now, RETENTION));
    IdempotencyRecord mine = Bench.written(bench.store().claim(claim));
    bench.store().fail(mine, Bench.WHY, mine.stamp());
    return parked(key);
  }

  /** Parks the change of an order. */
  String parked(String key) {
    position++;
    Map<String, String> attributes =
        Map.of(
            SqsParking.ID, "id-" + position,
            SqsParking.CONSUMER, NAME.value(),
            SqsParking.SOURCE, Deployed.STREAM,
            SqsParking.POSITION, Integer.toString(position),
            SqsParking.REASON, Bench.WHY.text(),
            SqsParking.RECORD, id(key).value(),
            SqsParking.PAYLOAD, "KEPT");
    return Bench.send(url, change(key), attributes);
  }

  /** Lambda gave a batch up, and says where it was. */
  void givenUp() {
    Bench.send(url, "{\"DDBStreamBatchInfo\":{}}", Map.of());
  }

  /** A message of the queue, which every reader still sees. */
  Message message(String key) {
    return bench
        .sqs()
        .receiveMessage(
            it ->
                it.queueUrl(url)
                    .maxNumberOfMessages(10)
                    .visibilityTimeout(0)
                    .messageAttributeNames("All"))
        .messages()
        .stream()
        .filter(it -> it.body().equals(change(key)))
        .findFirst()
        .orElseThrow();
  }

  static String change(String key) {
    return "{\"eventSource\":\"aws:dynamodb\",\"dynamodb\":{\"Keys\":{\"orderId\":{\"S\":\"%s\"}}}}"
        .formatted(key);
  }
}
