package dev.effectivelyonce.kafka;

import static dev.effectivelyonce.kafka.TopicRecord.shipment;
import static dev.effectivelyonce.streams.SourceBench.base64;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.batch.PartitionLanes;
import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.testkit.InMemoryEffects;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What docs/kafka.md shows: its keys do what the page says. */
class KafkaPageTest {
  /** What the page's topics hold. */
  record Shipment(String shipmentId) {}

  static final KafkaIdentity<Shipment> SHIPMENTS =
      KafkaIdentity.of("shipments", Shipment.class, KafkaKey.of("shipmentId", Shipment::shipmentId))
          .topics("shipments", "eu.shipments");
  static final KafkaIdentity<Shipment> BY_RECORD_KEY =
      KafkaIdentity.of("labels", Shipment.class, KafkaKey.ofRecordKey());
  static final KafkaIdentity<Shipment> BY_HEADER =
      KafkaIdentity.of("invoices", Shipment.class, KafkaKey.ofHeader("event-id"));
  static final KafkaIdentity<Optional<Shipment>> STATE =
      KafkaIdentity.ofCompacted(
          "shipment-state",
          Shipment.class,
          KafkaKey.<Optional<Shipment>>ofRecordKey().and(KafkaKey.ofHeader("version")));

  private final KafkaBench bench = new KafkaBench(PartitionLanes.PARTITION);

  static Effects booked(Shipment shipment) {
    return InMemoryEffects.of(() -> assertThat(shipment).isNotNull());
  }

  @Test
  void eachOfItsIdentitiesRunsACopyOnceAndTheNextEventToo() {
    TopicRecord first =
        shipment(1, "k-1", "-")
            .withValue(base64("{\"shipmentId\":\"s-1\"}"))
            .with("\"headers\":[{\"event-id\":[49]},{\"version\":[49]}]");
    TopicRecord next =
        shipment(3, "k-2", "-")
            .withValue(base64("{\"shipmentId\":\"s-2\"}"))
            .with("\"headers\":[{\"event-id\":[50]},{\"version\":[50]}]");

    assertThat(
            Stream.of(SHIPMENTS, BY_RECORD_KEY, BY_HEADER, STATE)
                .map(it -> runs(it, first, first.at("2").of("eu.shipments"), next)))
        .containsOnly(2);
  }

  private <M> int runs(KafkaIdentity<M> identity, TopicRecord... records) {
    AtomicInteger runs = new AtomicInteger();
    KafkaConsumer<M> consumer =
        bench.seeing(identity, (payload, delivery) -> runs.incrementAndGet());
    assertThat(bench.reported(consumer, records)).isEqualTo(Map.of());
    return runs.get();
  }
}
