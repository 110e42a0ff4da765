package dev.effectivelyonce.kafka;

import static dev.effectivelyonce.kafka.TopicRecord.base64;
import static dev.effectivelyonce.kafka.TopicRecord.shipment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.testkit.InMemoryEffects;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What docs/kafka.md shows is this code, and its keys do what the page says. */
class KafkaPageTest {
  private static final Path FOLDER = Path.of("src/test/java/dev/effectivelyonce/kafka");

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

  private final KafkaBench bench = new KafkaBench();

  static Effects booked(Shipment shipment) {
    return InMemoryEffects.of(() -> assertThat(shipment).isNotNull());
  }

  @Test
  void itsCodeIsThatOfThisBuild() throws IOException {
    String sources =
        Files.readString(FOLDER.resolve("Shipments.java"))
            + Files.readString(FOLDER.resolve("KafkaPageTest.java"));
    List<String> blocks =
        Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(Path.of("../../docs/kafka.md")))
            .results()
            .map(block -> block.group(1))
            .filter(block -> !block.contains("create(this"))
            .toList();

    assertThat(blocks).hasSize(3).allSatisfy(block -> assertThat(sources).contains(block));
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
        bench
            .with(KafkaConsumer.of(identity))
            .handler(
                (payload, delivery) -> {
                  runs.incrementAndGet();
                  return HandlerResult.completed();
                })
            .build();
    assertThat(bench.reported(consumer, records)).isEqualTo(Map.of());
    return runs.get();
  }
}
