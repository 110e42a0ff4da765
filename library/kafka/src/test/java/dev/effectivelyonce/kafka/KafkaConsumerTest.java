package dev.effectivelyonce.kafka;

import static dev.effectivelyonce.kafka.TopicRecord.shipment;
import static dev.effectivelyonce.streams.SourceBench.base64;
import static dev.effectivelyonce.streams.SourceBench.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.effectivelyonce.batch.BatchListener;
import dev.effectivelyonce.batch.Disposition;
import dev.effectivelyonce.batch.HandledMessage;
import dev.effectivelyonce.batch.ParkedMessage;
import dev.effectivelyonce.batch.PartitionLanes;
import dev.effectivelyonce.core.engine.FatalProcessError;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.TraceParent;
import dev.effectivelyonce.streams.ParkingContract;
import dev.effectivelyonce.streams.SourceBench.Event;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

class KafkaConsumerTest extends ParkingContract<KafkaBench> {
  KafkaConsumerTest() {
    super(KafkaBench::new, PartitionLanes.values());
  }

  record Wrapped<T>(String id, T data) {}

  @Test
  void recordsOfACompactedTopicMayBeOfAGenericType() {
    List<Wrapped<Event>> seen = new ArrayList<>();
    KafkaConsumer<?> compacted =
        bench.seeing(
            KafkaIdentity.ofCompacted(
                "compacted",
                new TypeReference<Wrapped<Event>>() {},
                KafkaKey.of("id", it -> it.map(event -> event.data().id()).orElse("gone"))),
            (event, delivery) -> seen.add(event.orElseThrow()));

    bench.assertDone(
        compacted,
        shipment(1, "o", "a").withValue(base64("{\"id\":\"e\",\"data\":{\"id\":\"a\"}}")));
    assertThat(seen).containsExactly(new Wrapped<>("e", new Event("a")));
  }

  @Test
  void eachPartitionReportsItsFirstUnfinishedOffsetAndHoldsNoOther() throws IOException {
    bench.on("b", RETRY).on("d", RETRY).whereWaitsLetOthersEnd(3);
    TopicRecord[] batch = {
      shipment(1, "o", "a"),
      shipment(2, "o", "b"),
      shipment(3, "o", "c"),
      shipment(7, "q", "d").inPartition(1),
      shipment(4, "r", "e").inPartition(2),
      shipment(5, "r", "f").inPartition(2)
    };

    assertThat(bench.reported(batch)).isEqualTo(Map.of("shipments-0", 2L, "shipments-1", 7L));
    assertThat(bench.ran()).contains("a", "e", "f").doesNotContain("c");
    assertThat(bench.answer(bench.consumer().build(), TopicRecord.event(List.of(batch[3]))).strip())
        .isEqualTo(
            "{\"batchItemFailures\":[{\"itemIdentifier\":"
                + "{\"partition\":\"shipments-1\",\"offset\":7}}]}");
  }

  @Test
  void withLanesByRecordKeyOthersGoOnAndAreDuplicatesWhenTheyComeBack() {
    bench.lanes = PartitionLanes.PARTITION_KEY;
    bench.on("b", RETRY).whereWaitsLetOthersEnd(2);
    TopicRecord[] batch = {
      shipment(1, "o", "a"), shipment(2, "p", "b"), shipment(3, "p", "c"), shipment(4, "q", "d")
    };
    assertThat(bench.reported(batch)).isEqualTo(Map.of("shipments-0", 2L));
    assertThat(bench.ran()).contains("d").doesNotContain("c");

    bench.on("b", HandlerResult.completed());

    bench.assertDone(batch[1], batch[2], batch[3]);
    assertThat(bench.ran().stream().filter("d"::equals)).hasSize(1);
    assertThat(bench.ran()).endsWith("c");
  }

  @Test
  void whatFailsForGoodIsParkedWithItsOriginAndHeadersAndHoldsNothing() {
    bench.on("a", FAIL);
    TopicRecord poison =
        shipment(1, "order 7", "a").with("\"headers\":[{\"trace\":[116,45,49]},{\"trace\":[50]}]");

    bench.assertDone(poison, shipment(2, "order 7", "b"));
    assertThat(bench.ran()).containsExactly("a", "b");
    ParkedMessage parked = bench.onlyParked();
    assertThat(parked.origin().source()).isEqualTo(TopicRecord.CLUSTER);
    assertThat(parked.origin().partition()).isEqualTo("shipments-0");
    assertThat(parked.origin().position()).isEqualTo("1");
    assertThat(parked.origin().key()).contains("order 7");
    assertThat(parked.why()).isEqualTo("Failed: never");
    assertThat(parked.body())
        .contains("\"topic\":\"shipments\"", "\"offset\":1")
        .contains("\"key\":" + base64("order 7"), "\"value\":" + base64(json("a")))
        .contains("\"headers\":[{\"trace\":[116,45,49]},{\"trace\":[50]}]");
  }

  @Test
  void aParkedRecordHasTheSameIdWhateverTheOrderOfTheServersIs() throws IOException {
    bench.on("a", FAIL);
    String event =
        TopicRecord.event(List.of(shipment(1, "o", "a")))
            .replace("\"eventSourceArn\":\"" + TopicRecord.CLUSTER + "\",", "")
            .replace("aws:kafka", "SelfManagedKafka");
    String servers = "b-2.shop.kafka.eu-central-1.amazonaws.com:9092";

    bench.answer(bench.consumer().build(), event.replace(servers, "one:9092,two:9092"));
    bench.answer(bench.consumer().build(), event.replace(servers, "two:9092, one:9092"));

    assertThat(bench.parked()).hasSize(2);
    assertThat(bench.parked().stream().map(it -> it.id()).distinct()).hasSize(1);
    assertThat(bench.parked().getFirst().origin().source()).isEqualTo("one:9092,two:9092");
  }

  @Test
  void aHostHearsOfEachRecordAndWaitsItself() throws IOException {
    bench.on("b", RETRY);
    List<Disposition> settled = new ArrayList<>();
    BatchListener<KafkaRecord> host =
        new BatchListener<>() {
          @Override
          public void onSettled(HandledMessage<KafkaRecord> handled) {
            settled.add(handled.disposition());
          }

          @Override
          public void onFatal(FatalProcessError error) {}
        };
    Instant before = bench.clock.instant();

    assertThat(handled(() -> false, host)).containsExactly(2L);
    assertThat(bench.ran()).containsExactly("a", "b");
    assertThat(bench.clock.instant()).isEqualTo(before);
    assertThat(settled.stream().map(Disposition::getClass).map(Class::getSimpleName))
        .containsExactly("Acknowledge", "Fail", "Fail");
  }

  @Test
  void whereAHostStopsNothingStarts() throws IOException {
    assertThat(handled(() -> true, BatchListener.none())).containsExactly(1L);
    assertThat(bench.ran()).isEmpty();
  }

  private List<Long> handled(BooleanSupplier isStopping, BatchListener<KafkaRecord> host)
      throws IOException {
    KafkaConsumer<Event> consumer =
        bench.consumer(KafkaBench.shipments().topics("shipments")).build();
    assertThat(consumer.terms().topics()).containsExactly("shipments");
    String event =
        TopicRecord.event(
            List.of(shipment(1, "o", "a"), shipment(2, "o", "b"), shipment(3, "o", "c")));
    return consumer.handle(new JsonMapper().readTree(event), isStopping, host).stream()
        .map(it -> it.offset().orElseThrow())
        .toList();
  }

  @Test
  void tombstonesOfACompactedTopicAreHandedOver() {
    List<String> seen = Collections.synchronizedList(new ArrayList<>());
    KafkaKey<Optional<Event>> changes =
        KafkaKey.<Optional<Event>>ofRecordKey().and(KafkaKey.ofHeader("version"));
    KafkaConsumer<?> consumer =
        bench.seeing(
            KafkaIdentity.ofCompacted("state", Event.class, changes),
            (shipment, delivery) -> {
              String key = delivery.record().keyText().orElseThrow();
              seen.add(key + " " + shipment.map(Event::id).orElse("gone"));
            });
    TopicRecord[] batch = {
      shipment(1, "o", "a").with("\"headers\":[{\"version\":[49]}]"),
      shipment(2, "o", "a").with("\"headers\":[{\"version\":[50]}]").withValue("null")
    };

    bench.assertDone(consumer, batch);
    bench.assertDone(consumer, batch);
    assertThat(seen).containsExactly("o a", "o gone");
  }

  @Test
  void aRecordShowsWhatItHas() {
    List<KafkaRecord> seen = new ArrayList<>();
    KafkaConsumer<?> consumer =
        bench.seeing(
            KafkaIdentity.of("raw", byte[].class, KafkaKey.kafkaPositionWhichAReplayChanges()),
            (bytes, delivery) -> seen.add(delivery.record()));
    TraceParent trace = new TraceParent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
    TopicRecord avro =
        shipment(5, "o", "a")
            .inPartition(3)
            .withValue(base64(new byte[] {0, 0, 0, 0, 7, -1}))
            .with(
                "\"headers\":[{\"n\":[-61,-87]},{\"m\":null},{\"n\":[195,169]},{\"traceparent\":"
                    + Arrays.toString(trace.value().getBytes(StandardCharsets.US_ASCII))
                    + "}]")
            .with("\"valueSchemaMetadata\":{\"dataFormat\":\"AVRO\",\"schemaId\":\"7\"}")
            .with("\"keySchemaMetadata\":{\"dataFormat\":\"JSON\",\"schemaId\":\"8\"}");

    bench.assertDone(consumer, avro, avro);
    assertThat(seen)
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.topic()).isEqualTo("shipments");
              assertThat(it.partition()).isEqualTo(3);
              assertThat(it.offset()).contains(5L);
              assertThat(it.timestamp()).contains(Instant.ofEpochMilli(1545084650987L));
              assertThat(it.key().orElseThrow()).isEqualTo("o".getBytes(StandardCharsets.UTF_8));
              assertThat(it.headers("n"))
                  .containsExactly(new byte[] {-61, -87}, new byte[] {-61, -87});
              assertThat(it.headers("m")).containsExactly(new byte[0]);
              assertThat(it.headers("absent")).isEmpty();
              assertThat(it.messagingSystem()).contains("kafka");
              assertThat(it.destination()).contains(it.topic());
              assertThat(it.sender()).contains(trace);
              assertThat(it.valueSchema()).contains(new KafkaSchema("AVRO", "7"));
              assertThat(it.keySchema()).contains(new KafkaSchema("JSON", "8"));
              assertThat(it.messageId()).contains("shipments-3@5");
              assertThat(it).hasToString("Record[shipments-3@5 from " + TopicRecord.CLUSTER + "]");
            });
  }
}
