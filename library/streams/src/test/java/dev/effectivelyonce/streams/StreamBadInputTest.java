package dev.effectivelyonce.streams;

import static dev.effectivelyonce.streams.Records.SHARD;
import static dev.effectivelyonce.streams.Records.base64;
import static dev.effectivelyonce.streams.Records.click;
import static dev.effectivelyonce.streams.Records.kinesis;
import static dev.effectivelyonce.streams.SourceBench.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.effectivelyonce.batch.PartitionLanes;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.streams.SourceBench.Event;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What no stream should hand over, and what becomes of it. */
class StreamBadInputTest {
  private final StreamBench bench = new StreamBench(PartitionLanes.PARTITION);

  @Test
  void anEventThatIsNoBatchFailsAndRunsNothing() {
    for (String event : List.of("1", "{\"Records\":{}}", "{\"Records\":\"none\"}")) {
      bench.assertRefused(event, "array of Records");
    }
  }

  @Test
  void aRecordOfAnotherSourceFailsItsBatchAndRunsNothing() {
    String good = click(1, "c", "a");
    String sqs = "{\"messageId\":\"m\",\"eventSource\":\"aws:sqs\",\"body\":\"{}\"}";
    String table = Records.change(2, "INSERT", "{\"id\":{\"S\":\"a\"}}", "", "");

    for (String other : List.of(sqs, table, "null", "7", "{}")) {
      bench.assertRefused(Records.event(List.of(good, other)), "not from aws:kinesis");
    }
  }

  /** The text of this library's exceptions quotes no record; that of others may. */
  @Test
  void aCodecOrKeyThatIsNotConfiguredIsToldInItsOwnWords() {
    StreamConsumer<?> unconfigured =
        bench
            .consumer(
                StreamIdentity.ofKinesis(
                    "clicks",
                    Event.class,
                    StreamKey.of(
                        "id",
                        click -> {
                          throw new ConfigurationException("No registry is named", "Name one");
                        })))
            .maxAttempts(1)
            .build();

    bench.assertDone(unconfigured, click(1, "c", "a"));
    assertThat(bench.parked().getFirst().why()).contains("No registry is named. Name one");
  }

  @Test
  void aTumblingWindowIsRefused() {
    bench.assertRefused(
        "{\"Records\":[%s],\"window\":{},\"state\":{},\"isFinalInvokeForWindow\":false}"
            .formatted(click(1, "c", "a")),
        "tumbling window");
  }

  @Test
  void whatCanNeverBeReadIsParkedAsItCameAndHoldsNothing() {
    byte[] mark = {(byte) 0xF3, (byte) 0x89, (byte) 0x9A, (byte) 0xC2, 1};
    String aggregated = Base64.getEncoder().encodeToString(mark);
    String noMoreThanTheMark = Base64.getEncoder().encodeToString(Arrays.copyOf(mark, 4));
    String notText = Base64.getEncoder().encodeToString(new byte[] {(byte) 0xC3, 0x28});

    bench.assertDone(
        kinesis(SHARD, "1", "c", "no base64!"),
        kinesis(SHARD, "2", "c", ""),
        kinesis(SHARD, "3", "c", base64("{\"id\":")),
        kinesis(SHARD, "4", "c", base64("{}")),
        kinesis(SHARD, "5", "c", notText),
        kinesis(SHARD, "6", "c", aggregated),
        kinesis(SHARD, "7", "c", noMoreThanTheMark),
        click(8, "c", "a"));
    assertThat(bench.ran()).containsExactly("a");
    assertThat(bench.parkedPositions()).containsExactly("1", "2", "3", "4", "5", "6", "7");
    bench.assertParked(
        "not base64",
        "no data",
        "not JSON",
        "no business key: there is no id",
        "UTF-8",
        "Kinesis Producer Library",
        "Kinesis Producer Library");
    assertThat(bench.parked().getFirst().body()).contains("\"data\":\"no base64!\"");
  }

  @Test
  void aRecordIsNamedInLogsWithoutItsContent() {
    StreamRecord record = record(click(1, "customer-9", "secret"), StreamKind.KINESIS);

    assertThat(record).hasToString("Record[" + SHARD + ":1 from " + Records.STREAM + "]");
    assertThat(record.messageId()).contains(SHARD + ":1");
  }

  @Test
  void theShardIsThatOfKinesisAndIsNotGuessed() {
    assertThat(record(click(1, "c", "a"), StreamKind.KINESIS).shard()).isEqualTo(SHARD);
    assertThat(record(click(1, "c", "a").replace(SHARD + ":1", "none"), StreamKind.KINESIS).shard())
        .isEmpty();
    assertThat(
            record(
                    Records.change(1, "INSERT", "{\"id\":{\"S\":\"a\"}}", "", "")
                        .replace("\"e1\"", "\"e:1\""),
                    StreamKind.DYNAMODB)
                .shard())
        .isEmpty();
  }

  @Test
  void aSequenceNumberHasAPositionUpToItsLargestLength() {
    String longest = "9".repeat(128);

    assertThat(record(kinesis(SHARD, longest, "c", ""), StreamKind.KINESIS).position())
        .get()
        .satisfies(it -> assertThat(it.number()).isEqualTo(longest));
    assertThat(record(kinesis(SHARD, longest + "9", "c", ""), StreamKind.KINESIS).position())
        .isEmpty();
    assertThat(record(kinesis(SHARD, "-1", "c", ""), StreamKind.KINESIS).position()).isEmpty();
  }

  private static StreamRecord record(String json, StreamKind kind) {
    try {
      return new StreamEvents()
          .read(
              new ByteArrayInputStream(
                  Records.event(List.of(json)).getBytes(StandardCharsets.UTF_8)),
              kind)
          .getFirst();
    } catch (IOException e) {
      throw new IllegalStateException("The event is JSON", e);
    }
  }

  @Test
  void bytesAreThoseOfJavaOrFromZero() {
    ArrayNode numbers = JsonNodeFactory.instance.arrayNode();

    assertThat(RecordData.signedBytes(numbers.add(-128).add(0).add(127).add(255)))
        .contains(new byte[] {-128, 0, 127, -1});
    for (JsonNode noByte :
        List.of(IntNode.valueOf(-129), IntNode.valueOf(256), TextNode.valueOf("a"))) {
      assertThat(RecordData.signedBytes(JsonNodeFactory.instance.arrayNode().add(noByte)))
          .isEmpty();
    }
  }

  @Test
  void aMemberThatIsThereTwiceParksItsRecordAndHoldsNothing() {
    bench.assertDone(
        kinesis(SHARD, "1", "c", base64("{\"id\":\"A\",\"id\":\"B\"}")),
        kinesis(SHARD, "2", "c", base64("{\"id\":\"A\",\"x\":{\"a\":1,\"a\":2}}")),
        click(3, "c", "A").replace("\"data\":", "\"data\":\"e30=\",\"data\":"),
        click(4, "c", "a"));
    assertThat(bench.ran()).containsExactly("a");
    assertThat(bench.parkedPositions()).containsExactly("1", "2", "3");
  }

  @Test
  void recordsThatAnEventNamesTwiceAreRefusedSinceTheFirstWouldBeLost() {
    String event = Records.event(List.of(click(1, "c", "a")));

    bench.assertRefused(
        event.replaceFirst("\\{", "{\"Records\":[" + click(2, "c", "b") + "],"), "Nothing of its");
  }

  @Test
  @Timeout(20)
  void aNumberOfAMillionDigitsTakesNoBatchsTime() {
    String number = "9".repeat(1_000_000);

    bench.assertDone(click(1, "c", "a").replace("1545084650.987", number));
    assertThat(bench.ran()).containsExactly("a");
  }

  @Test
  void aParkedRecordIsTextInAsciiThatEveryQueueTakes() {
    String key = "caf\\u00e9\\u0000\\ud800";

    bench.assertDone(kinesis(SHARD, "1", key, "!"));
    assertThat(bench.parked())
        .singleElement()
        .satisfies(it -> assertThat(it.body()).matches("[\\x20-\\x7E]+"));
  }

  @Test
  void severalShardsThatAreNotDoneFailTheirBatch() {
    HandlerResult retry = HandlerResult.retry("not now");
    bench.on("a", retry).on("b", retry);
    String other = kinesis("shardId-000000000002", "1", "c", base64(json("b")));

    assertThatThrownBy(() -> bench.reported(click(1, "c", "a"), other))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("several shards");
  }

  @Test
  void bytesAreHandedOverAsTheyCame() {
    byte[] data = {(byte) 0xC3, 0x28};
    StreamConsumer<?> bytes =
        bench
            .with(
                StreamConsumer.of(
                    StreamIdentity.ofKinesis(
                        "bytes",
                        byte[].class,
                        StreamKey.of("text", it -> new String(it, StandardCharsets.ISO_8859_1)))))
            .handler(
                (payload, delivery) ->
                    payload.length == 2 ? HandlerResult.completed() : HandlerResult.fail("other"))
            .build();
    String record = kinesis(SHARD, "1", "c", Base64.getEncoder().encodeToString(data));

    bench.assertDone(bytes, record);
    assertThat(bench.parked()).isEmpty();
  }
}
