package dev.effectivelyonce.streams;

import static dev.effectivelyonce.streams.Records.click;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.batch.ParkedMessage;
import dev.effectivelyonce.batch.PartitionLanes;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.sqs.Envelope;
import dev.effectivelyonce.streams.SourceBench.Event;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class StreamConsumerTest extends ParkingContract<StreamBench> {
  StreamConsumerTest() {
    super(StreamBench::new, PartitionLanes.values());
  }

  @Test
  void dataThatIsNoneOfItsEnvelopeOrBeyondItsLimitIsParkedByName() throws IOException {
    byte[] order = SourceBench.json("a").getBytes(StandardCharsets.UTF_8);

    assertThat(reportedOf(Envelope.gzip(), order)).isEmpty();
    assertThat(reportedOf(Envelope.gzip(9), gzip(order))).isEmpty();
    assertThat(reportedOf(Envelope.gzip(10), gzip(order))).isEmpty();
    assertThat(bench.parked())
        .extracting(it -> it.why())
        .satisfiesExactly(
            it -> assertThat(it).startsWith("gzip envelope: no gzip, or only a part of it"),
            it -> assertThat(it).startsWith("gzip envelope: unpacked it is larger than 9 bytes"));
    assertThat(bench.ran()).containsExactly("a");
  }

  @Test
  void anEnvelopeThatIsNotAroundOneEventIsRefused() {
    for (Envelope other :
        List.of(Envelope.s3Notification(), Envelope.payloadInS3(it -> new byte[0]))) {
      assertThatThrownBy(() -> StreamBench.clicks().envelope(other))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("a record is one event");
    }
    StreamIdentity<TableChange<Event>> table =
        StreamIdentity.ofTable("clicks", Event.class, StreamKey.of("id", it -> "a"));

    assertThatThrownBy(() -> table.envelope(Envelope.gzip()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("come in no envelope");
  }

  private Optional<String> reportedOf(Envelope envelope, byte[] data) throws IOException {
    String record =
        Records.kinesis(Records.SHARD, "1", "c", Base64.getEncoder().encodeToString(data));
    return bench.reportedOf(
        bench.consumer(StreamBench.clicks().envelope(envelope)).build(),
        Records.event(List.of(record)));
  }

  private static byte[] gzip(byte[] data) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(data);
    }
    return packed.toByteArray();
  }

  @Test
  void aFailureThatPassesWaitsInItsLaneAndNothingOvertakesIt() {
    AtomicInteger tries = new AtomicInteger();
    bench.on("a", (attempt, steps) -> tries.incrementAndGet() < 3 ? RETRY : completed());
    Instant start = bench.clock.instant();

    bench.assertDone(click(1, "c", "a"), click(2, "d", "b"));
    assertThat(bench.ran()).containsExactly("a", "a", "a", "b");
    assertThat(Duration.between(start, bench.clock.instant())).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void aFailureThatDoesNotPassIsReportedWhenTheTimeForStartsIsOver() {
    bench.on("b", RETRY);
    Instant start = bench.clock.instant();

    assertThat(bench.reported(click(1, "c", "a"), click(2, "d", "b"), click(3, "e", "c")))
        .contains("2");
    assertThat(bench.ran()).startsWith("a", "b").doesNotContain("c");
    assertThat(Duration.between(start, bench.clock.instant())).isEqualTo(Duration.ofSeconds(28));
    assertThat(bench.parked()).isEmpty();
  }

  @Test
  void withLanesByPartitionKeyOthersGoOnAndAreDuplicatesWhenTheyComeBack() {
    bench.lanes = PartitionLanes.PARTITION_KEY;
    bench.on("b", RETRY).whereWaitsLetOthersEnd(2);
    String[] batch = {click(1, "c", "a"), click(2, "d", "b"), click(3, "e", "c")};
    assertThat(bench.reported(batch)).contains("2");

    bench.on("b", completed());

    bench.assertDone(batch[1], batch[2]);
    assertThat(bench.ran().stream().filter("c"::equals)).hasSize(1);
  }

  @Test
  void whatFailsForGoodIsParkedWithItsOriginAndHoldsNothing() {
    bench.on("a", FAIL);

    bench.assertDone(click(1, "c", "a"), click(2, "c", "b"));
    assertThat(bench.ran()).containsExactly("a", "b");
    ParkedMessage parked = bench.onlyParked();
    assertThat(parked.origin().source()).isEqualTo(Records.STREAM);
    assertThat(parked.origin().partition()).isEqualTo(Records.SHARD);
    assertThat(parked.origin().position()).isEqualTo("1");
    assertThat(parked.origin().key()).contains("c");
    assertThat(parked.why()).isEqualTo("Failed: never");
    assertThat(parked.body())
        .contains("\"data\":\"" + Records.base64(SourceBench.json("a")) + "\"");
  }

  @Test
  void anEventInFlightIsWaitedForUntilItsLeaseIsOver() {
    bench.store.goDownAtNext(Verb.COMPLETE);
    assertThat(bench.reported(click(1, "c", "a"))).contains("1");
    bench.store.heal();

    bench.assertDone(click(1, "c", "a"), click(2, "c", "b"));
    assertThat(bench.ran()).containsExactly("a", "a", "b");
  }

  @Test
  void anEventInFlightForLongerThanTheInvocationComesBackAtItsEnd() {
    bench.on(
        "a",
        (attempt, steps) -> {
          assertThat(bench.reported(click(9, "c", "a"))).contains("9");
          return completed();
        });
    Instant start = bench.clock.instant();

    bench.assertDone(bench.consumer().build(), click(1, "c", "a"));
    assertThat(bench.ran()).containsExactly("a");
    assertThat(Duration.between(start, bench.clock.instant())).isEqualTo(Duration.ofSeconds(28));
  }

  @Test
  void nothingStartsWhenTheTimeForStartsIsOver() {
    StreamConsumer<?> consumer = bench.consumer().shutdownMargin(SourceBench.TIMEOUT).build();

    assertThat(bench.reported(consumer, click(1, "c", "a"), click(2, "d", "b"))).contains("1");
    assertThat(bench.ran()).isEmpty();
  }

  @Test
  void aPositionAsKeyTellsRecordsApartThatHoldTheSameEvent() {
    AtomicInteger runs = new AtomicInteger();
    StreamConsumer<?> consumer =
        bench.seeing(
            StreamIdentity.ofKinesis(
                "positions", String.class, StreamKey.sequenceNumberWhichAReplayChanges()),
            (text, delivery) -> runs.incrementAndGet());

    bench.assertDone(consumer, click(1, "c", "a"), click(1, "c", "a"));
    assertThat(runs).hasValue(1);
    bench.assertDone(consumer, click(2, "c", "a"));
    assertThat(runs).hasValue(2);
  }

  private static HandlerResult completed() {
    return HandlerResult.completed();
  }
}
