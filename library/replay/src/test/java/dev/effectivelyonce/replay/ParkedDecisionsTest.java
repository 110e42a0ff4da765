package dev.effectivelyonce.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.store.WriteResult.Written;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What becomes of a parked record by what its idempotency record says. */
class ParkedDecisionsTest {

  private final ParkedBench bench = new ParkedBench();

  @Test
  void eachParkedRecordGoesWhereItsRecordSays() {
    bench.parked("done", "retryable", "forgotten", "held", "running", "reused");
    settle("done", Settlement.COMPLETED);
    List.of("retryable", "held", "running").forEach(it -> settle(it, Settlement.RETRYABLE));
    bench.memory.delete(ParkedBench.id("forgotten"));
    bench.memory.hold(taken("held"), new ErrorSummary("Nobody knows"), stamp());
    taken("running");
    String otherEvent = "{\"id\":\"reused\",\"cents\":2}";
    bench.deliver(ParkedBench.kinesis(ParkedBench.record("shardId-1", 200, otherEvent)));
    bench.ran.clear();

    assertThat(bench.decisions())
        .isEqualTo(
            Map.of("SKIP", 1, "SEND", 2, "HELD", 1, "IN_FLIGHT", 1, "KEY_REUSED", 1, "REOPEN", 1));

    assertThat(bench.ran).containsExactly("retryable", "forgotten", "reused");
    assertThat(bench.invoked).hasSize(3);
    assertThat(bench.drained()).hasSize(3);
  }

  private IdempotencyRecord taken(String id) {
    return ((Written) bench.memory.takeOver(found(id), claim(ParkedBench.id(id), "runner")))
        .record();
  }

  @Test
  void whatIsTooOldIsLeftUnlessForced() {
    bench.parked("a");
    bench.memory.delete(ParkedBench.id("a"));
    Platform later = at(Instant.now().plus(ParkedBench.RETENTION));

    ReplayReport left = bench.replay(ReplayRequest.everything(), later);
    assertThat(left.counts().decisions()).isEqualTo(Map.of("BEYOND_HORIZON", 1));
    assertThat(bench.invoked).isEmpty();

    ReplayRequest forced = ReplayRequest.everything().withForce(Force.ON);
    bench.replay(forced, later);
    assertThat(bench.ran).containsExactly("a");
  }

  @Test
  void aRecordThatWasTooLargeIsLeftWithItsPlace() {
    bench.answers.put("a", () -> HandlerResult.fail("No"));
    String large = "{\"id\":\"a\",\"cents\":1,\"text\":\"" + "x".repeat(1024 * 1024) + "\"}";
    bench.deliver(ParkedBench.kinesis(ParkedBench.record("shardId-9", 77, large)));

    ReplayReport report = bench.replay();

    assertThat(report.counts().decisions()).isEqualTo(Map.of("PAYLOAD_OMITTED", 1));
    assertThat(report.details())
        .singleElement()
        .extracting(it -> it.problem().orElse(""))
        .asString()
        .contains("at position 77 of shardId-9 of " + ParkedBench.STREAM);
    assertThat(bench.invoked).isEmpty();
    assertThat(bench.status("a")).contains(Status.FAILED);
    settle("a", Settlement.COMPLETED);
    assertThat(bench.decisions()).isEqualTo(Map.of("SKIP", 1));
  }

  @Test
  void whatNoSourceHandsOverAndWhatAnotherConsumerParkedIsLeft() {
    Map<String, String> ours = Map.of("parkedId", "1", "consumer", "clicks");
    bench.put(
        "{\"KinesisBatchInfo\":{\"shardId\":\"s-1\",\"startSequenceNumber\":\"1\"}}", Map.of());
    bench.put("{\"orderId\":7}", ours);
    bench.put("{}", Map.of("parkedId", "1", "consumer", "audit"));

    ReplayReport report = bench.replay();

    assertThat(report.counts().decisions()).isEqualTo(Map.of("UNREADABLE", 2, "OTHER_SOURCE", 1));
    assertThat(report.text()).contains("names its place alone");
    assertThat(bench.invoked).isEmpty();
    assertThat(bench.depth()).isEqualTo(3);
  }

  @Test
  void theRecordOfAnotherConsumerIsNotLookedUp() {
    bench.parked("a");
    bench.rewritten("recordId");
    RecordId audited = new RecordId("audit#" + ParkedBench.id("a").keyHash());
    bench.memory.claim(claim(audited, "runner"));
    bench.put(
        ParkedBench.click("s-1", 5, "z"),
        Map.of(
            "parkedId",
            "1",
            "consumer",
            "clicks",
            "source",
            ParkedBench.STREAM,
            "recordId",
            audited.value()));

    bench.replay(ReplayRequest.everything().withMode(RunMode.DRY_RUN));

    assertThat(bench.status("a")).contains(Status.FAILED);
    assertThat(bench.decisions()).containsEntry("SEND", 2);
  }

  @Test
  void inAFifoQueueWhatWasParkedJustNowWaitsSinceItWouldBeDroppedIfItWereParkedAgain() {
    ParkedBench fifo = new ParkedBench(".fifo");
    fifo.parked("a", "b");

    assertThat(fifo.decisions()).isEqualTo(Map.of("PARKED_JUST_NOW", 2));
    assertThat(fifo.invoked).isEmpty();

    Platform later = at(Instant.now().plus(ParkedRecords.SETTLED));
    fifo.replay(ReplayRequest.everything(), later);
    assertThat(fifo.ran).containsExactly("a", "b");
    assertThat(fifo.drained()).isEmpty();
  }

  private void parkedOfRabbitMq() {
    bench.put(
        "{\"basicProperties\":{\"messageId\":\"m-1\"},\"data\":\"e30=\"}",
        Map.of(
            "parkedId", "1",
            "consumer", "clicks",
            "source", "arn:aws:mq:eu-central-1:123456789012:broker:shop:b-1",
            "partition", "orders::/"));
  }

  @Test
  void aMessageOfRabbitMqStaysWhereNoConsumerOfRabbitMqAnswered() {
    parkedOfRabbitMq();

    for (String answer :
        ParkedBench.answersOfOtherFunctions(
            "1",
            "true",
            "{\"messages\":null}",
            "{\"messages\":0}",
            "{\"messages\":2}",
            "{\"messages\":\"1\"}",
            "{\"messages\":[1]}",
            "{\"batchItemFailures\":[]}")) {
      ReplayReport report = bench.replay(answer);

      assertThat(report.counts().decisions()).as(answer).isEqualTo(Map.of("NOT_DONE", 1));
      assertThat(report.end()).isEqualTo(RunEnd.EMPTY);
      assertThat(bench.depth()).isEqualTo(1);
    }
  }

  @Test
  void aMessageOfRabbitMqGoesBackInItsQueueOfTheEvent() {
    parkedOfRabbitMq();

    ReplayReport report = bench.replay("{\"messages\":1}");

    assertThat(report.counts().decisions()).isEqualTo(Map.of("SEND", 1));
    assertThat(bench.invoked)
        .containsExactly(
            "{\"eventSource\":\"aws:rmq\","
                + "\"eventSourceArn\":\"arn:aws:mq:eu-central-1:123456789012:broker:shop:b-1\","
                + "\"rmqMessagesByQueue\":{\"orders::/\":["
                + "{\"basicProperties\":{\"messageId\":\"m-1\"},\"data\":\"e30=\"}]}}");
    assertThat(bench.depth()).isZero();
  }

  static Platform at(Instant time) {
    Clock clock = InstantSource.fixed(time).withZone(ZoneOffset.UTC);
    return new Platform(clock, () -> new AttemptId("unused"), () -> 0L, pause -> {});
  }

  private void settle(String id, Settlement settlement) {
    bench.memory.settle(found(id), settlement, stamp());
  }

  private IdempotencyRecord found(String id) {
    return bench.memory.find(ParkedBench.id(id)).orElseThrow();
  }

  private static Claim claim(RecordId id, String owner) {
    return new Claim(id, new AttemptId(owner), Instant.now().plus(Duration.ofMinutes(5)), stamp());
  }

  private static WriteTimestamp stamp() {
    return WriteTimestamp.of(Instant.now(), ParkedBench.RETENTION);
  }
}
