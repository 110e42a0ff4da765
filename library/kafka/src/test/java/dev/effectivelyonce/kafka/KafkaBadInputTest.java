package dev.effectivelyonce.kafka;

import static dev.effectivelyonce.kafka.TopicRecord.shipment;
import static dev.effectivelyonce.streams.SourceBench.base64;
import static dev.effectivelyonce.streams.SourceBench.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.batch.ParkedMessage;
import dev.effectivelyonce.batch.PartitionLanes;
import dev.effectivelyonce.core.ConfigurationException;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What Kafka or Lambda should not hand over, and what becomes of it. */
class KafkaBadInputTest {
  private static final byte[] NOT_TEXT = {(byte) 0xC3, 0x28};
  private static final String NO_HEADER_FORM = "headers are no list of names with bytes";

  private static final String MSK = "{\"eventSource\":\"aws:kafka\"%s}";

  private final KafkaBench bench = new KafkaBench(PartitionLanes.PARTITION);
  private final KafkaConsumer<?> consumer = bench.consumer().build();

  @Test
  void aBatchWithoutRecordsIsDone() throws IOException {
    for (String event :
        List.of(
            "",
            MSK.formatted(""),
            MSK.formatted(",\"records\":null"),
            MSK.formatted(",\"records\":{}"),
            MSK.formatted(",\"records\":{\"shipments-0\":[]}"),
            MSK.formatted(",\"records\":{\"shipments-0\":null}"))) {
      assertThat(bench.answer(consumer, event)).isEqualTo("{\"batchItemFailures\":[]}");
    }
  }

  @Test
  void aPartitionWithoutRecordsHoldsNoOther() throws IOException {
    String event =
        TopicRecord.event(List.of(shipment(1, "o", "a")))
            .replace("\"records\":{", "\"records\":{\"shipments-7\":[],\"shipments-8\":null,");

    assertThat(bench.answer(consumer, event)).isEqualTo("{\"batchItemFailures\":[]}");
    assertThat(bench.ran()).containsExactly("a");
  }

  @Test
  void anEventOfAnotherSourceOrNoBatchFailsAndRunsNothing() {
    for (String event :
        List.of(
            "{\"Records\":[{\"eventSource\":\"aws:sqs\",\"body\":\"{}\"}]}",
            "{\"eventSource\":\"aws:rmq\",\"rmqMessagesByQueue\":{}}",
            "{\"source\":\"shop\",\"detail\":{}}",
            "{\"Records\":{}, \"detail\":{}}",
            "{\"records\":{\"shipments-0\":[]}}")) {
      bench.assertRefused(event, "not from Kafka");
    }
    bench.assertRefused("{\"eventSource\":\"aws:kafka\",\"records\":[]}", "records by partition");
    bench.assertRefused(
        "{\"eventSource\":\"aws:kafka\",\"records\":{\"a-0\":{}}}", "no array of records");
  }

  @Test
  void aPartitionThatIsNamedTwiceFailsSinceRecordsWouldBeLost() {
    String twice =
        TopicRecord.event(List.of(shipment(1, "o", "a")))
            .replace("\"records\":{", "\"records\":{\"shipments-0\":[],");

    bench.assertRefused(twice, "no array of records for a partition, or two");
    for (String member :
        List.of("\"records\":{}", "\"eventSource\":\"aws:kafka\"", "\"records\":null")) {
      String event = TopicRecord.event(List.of(shipment(1, "o", "a")));
      bench.assertRefused(event.replaceFirst("\\{", "{" + member + ","), "Nothing of its batch");
    }
  }

  @Test
  void aMemberThatIsThereTwiceParksItsRecordAndHoldsNothing() {
    bench.assertDone(
        shipment(1, "o", "-").with("\"value\":" + base64(json("b"))),
        shipment(2, "o", "-").with("\"headers\":[],\"headers\":[]"),
        shipment(3, "o", "-").with("\"headers\":[{\"id\":[49],\"id\":[50]}]"),
        shipment(4, "o", "-").with("\"headers\":[{\"id\":[49]}],\"headers\":null"),
        shipment(5, "o", "a").with("\"unknown\":1,\"unknown\":2"));
    assertThat(bench.ran()).containsExactly("a");
    bench.assertParked("value is not base64", NO_HEADER_FORM, NO_HEADER_FORM, NO_HEADER_FORM);
  }

  @Test
  void aRecordOfAnotherPartitionThanItsPlaceFailsItsBatch() {
    String good = TopicRecord.event(List.of(shipment(1, "o", "a")));

    for (String record : List.of("null", "7", "{}", "{\"topic\":\"shipments\",\"partition\":1}")) {
      bench.assertRefused(
          good.replace("\"shipments-0\":[", "\"shipments-0\":[" + record + ","), "under which");
    }
  }

  @Test
  void anUnknownTopicFailsItsBatchWhereTopicsAreNamed() {
    KafkaConsumer<?> named = bench.consumer(KafkaBench.shipments().topics("shipments")).build();
    TopicRecord other = shipment(1, "o", "b").of("returns");

    assertThatThrownBy(() -> bench.reported(named, shipment(1, "o", "a"), other))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("\"returns\"");
    assertThat(bench.ran()).isEmpty();
    bench.assertDone(named, shipment(1, "o", "a"));
    bench.assertDone(other);
    assertThat(bench.ran()).containsExactly("a", "b");
  }

  @Test
  void whatCanNeverBeReadIsParkedAsItCameAndHoldsNothing() {
    bench.assertDone(
        shipment(1, "o", "-").withValue("\"no base64!\""),
        shipment(2, "o", "-").withValue("7"),
        shipment(3, "o", "-").withValue("null"),
        shipment(4, "o", "-").withValue("\"\""),
        shipment(5, "o", "-").withValue(base64("{}")),
        shipment(6, "o", "-").withValue(base64(NOT_TEXT)),
        shipment(7, "o", "-").withValue(base64(new byte[] {0, 0, 0, 0, 1, 2})),
        shipment(8, "o", "-").withValue(base64(new byte[] {3, 0, 1, 2})),
        shipment(9, "o", "a"));
    assertThat(bench.ran()).containsExactly("a");
    assertThat(bench.parkedPositions()).containsExactly("1", "2", "3", "4", "5", "6", "7", "8");
    bench.assertParked(
        "value is not base64",
        "value is not base64",
        "The record is a tombstone: its value is null. Make the identity by ofCompacted",
        "JSON of another type",
        "no business key: there is no id",
        "UTF-8",
        "schema registry",
        "schema registry");
    assertThat(bench.parked().getFirst().body()).contains("\"value\":\"no base64!\"");
  }

  @Test
  void aRecordIsNoFaultOfItsBatchHoweverDeepOrLongItIs() {
    String deep = "[".repeat(30_000) + "]".repeat(30_000);

    bench.assertDone(
        shipment(1, "o", "long").with("\"headers\":[{\"%s\":[7]}]".formatted("n".repeat(60_000))),
        shipment(2, "o", "deep").with("\"headers\":" + deep),
        shipment(3, "o", "odd").with("\"more\":" + deep),
        shipment(4, "o", "a"));
    assertThat(bench.ran()).containsExactly("long", "odd", "a");
    ParkedMessage parked = bench.onlyParked();
    assertThat(parked.why()).contains(NO_HEADER_FORM);
    assertThat(parked.body()).contains(deep);
  }

  @Test
  void headersOfAnotherFormAreParkedBeforeTheHandlerMeetsThem() {
    for (String headers : List.of("{}", "7", "[7]", "[{\"n\":\"text\"}]", "[{\"n\":[256]}]")) {
      bench.reported(shipment(1, "o", "a").with("\"headers\":" + headers));
    }
    bench.reported(shipment(1, "o", "a").with("\"headers\":[{\"n\":[-129]}]"));
    for (String number : List.of("null", "65.9", "4294967361")) {
      bench.reported(shipment(1, "o", "a").with("\"headers\":[{\"n\":[" + number + "]}]"));
    }

    assertThat(bench.parked())
        .hasSize(9)
        .allSatisfy(it -> assertThat(it.why()).contains(NO_HEADER_FORM));
    bench.assertDone(shipment(2, "o", "b").with("\"headers\":null"));
    assertThat(bench.ran()).containsExactly("b");
  }

  @Test
  void aRecordKeyIsNoIdentityWhereItIsNullNoTextBlankOrHuge() {
    KafkaConsumer<?> byKey = bench.consumer(KafkaBench.shipments(KafkaKey.ofRecordKey())).build();

    bench.assertDone(
        byKey,
        shipment(1, "o", "1").withKey("null"),
        shipment(2, "o", "2").withKey(base64(NOT_TEXT)),
        shipment(3, "o", "3").withKey("\"no base64!\""),
        shipment(4, " ", "4"),
        shipment(5, "k".repeat(1024 * 1024), "5"),
        shipment(6, "o", "6"),
        shipment(7, "o", "7"));
    assertThat(bench.ran()).containsExactly("6");
    bench.assertParked(
        "there is no record key",
        "key is not text in UTF-8",
        "key is not base64",
        "there is no record key",
        "bytes, more than 2048");
    assertThat(bench.parked().getLast().why()).hasSizeLessThan(600);
    assertThat(bench.parked().get(1).origin().key()).contains("wyg=");
    assertThat(bench.parked().get(2).origin().key()).contains("no base64!");
  }

  @Test
  void aKeyThatIsNullNoTextOrHugeRunsWhereItIsNotTheIdentity() {
    bench.lanes = PartitionLanes.PARTITION_KEY;

    bench.assertDone(
        shipment(1, "o", "a").withKey("null"),
        shipment(2, "o", "b").withKey(base64(NOT_TEXT)),
        shipment(3, "o", "c").withKey("\"no base64!\""),
        shipment(4, "k".repeat(1024 * 1024), "d"),
        shipment(5, "o", "e").withKey("null"));
    assertThat(bench.ran())
        .containsExactlyInAnyOrder("a", "b", "c", "d", "e")
        .containsSubsequence("a", "e");
  }

  @Test
  void aHeaderIsAnIdentityWhereItIsThereAndHasOneValue() {
    KafkaConsumer<?> byHeader =
        bench.consumer(KafkaBench.shipments(KafkaKey.ofHeader("id"))).build();
    String one = "{\"id\":[49]}";
    String other = "{\"id\":[50]}";

    bench.assertDone(
        byHeader,
        shipment(1, "o", "1").with("\"headers\":[" + one + "]"),
        shipment(2, "o", "2").with("\"headers\":[" + one + "," + one + "]"),
        shipment(3, "o", "3").with("\"headers\":[" + one + "," + other + "]"),
        shipment(4, "o", "4").with("\"headers\":[" + other + "]"),
        shipment(5, "o", "5"),
        shipment(6, "o", "6").with("\"headers\":[{\"id\":[-61,40]}]"));
    assertThat(bench.ran()).containsExactly("1", "4");
    bench.assertParked(
        "header id with several values", "there is no header id", "header id is not text in UTF-8");
  }

  @Test
  void aPositionAsKeyTellsRecordsApartThatHoldTheSameEvent() {
    KafkaConsumer<?> byPosition =
        bench.consumer(KafkaBench.shipments(KafkaKey.kafkaPositionWhichAReplayChanges())).build();

    bench.assertDone(byPosition, shipment(1, "o", "a"), shipment(1, "o", "a"));
    assertThat(bench.ran()).hasSize(1);
    bench.assertDone(byPosition, shipment(2, "o", "a"), shipment(1, "o", "a").inPartition(1));
    assertThat(bench.ran()).hasSize(3);
  }

  @Test
  void aRecordWithoutAnOffsetThatIsNotDoneFailsItsBatch() {
    for (String offset : List.of("null", "\"1\"", "-1", "1.5", "9".repeat(30))) {
      TopicRecord unplaced = shipment(1, "o", "-").at(offset).withValue("\"no base64!\"");

      assertThatThrownBy(() -> bench.reported(unplaced, shipment(2, "o", "b")))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("without a position");
    }
    assertThat(bench.parked()).isEmpty();
    bench.assertDone(shipment(1, "o", "a").at("null").withValue(base64(json("a"))));
    assertThat(bench.ran()).containsExactly("b", "a");
  }
}
