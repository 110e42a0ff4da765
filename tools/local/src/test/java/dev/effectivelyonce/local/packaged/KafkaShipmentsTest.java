package dev.effectivelyonce.local.packaged;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.local.engines.KafkaGroup;
import dev.effectivelyonce.local.eventsource.InvocationListener;
import dev.effectivelyonce.local.fixture.Await;
import dev.effectivelyonce.local.fixture.PackagedStack;
import dev.effectivelyonce.local.system.LocalSystem;
import dev.effectivelyonce.replay.ReplayReport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.sqs.model.Message;

/** The packaged function of shipments on its synthesized stack, with a Kafka cluster beside it. */
@Tag("full")
class KafkaShipmentsTest {
  private static final String TOPIC = "shipments";

  @Test
  void aParkedParcelGoesBackToItsPackagedFunctionAndIsListedOnce(@TempDir Path work) {
    try (LocalSystem system = LocalSystem.start(PackagedStack.shipments(work));
        KafkaGroup group = new KafkaGroup(system.kafka().orElseThrow(), TOPIC, TOPIC)) {
      produce(
          system,
          List.of(
              parcel("o-1", "p-1", "fail-permanent"),
              parcel("o-1", "p-2", ""),
              new ProducerRecord<>(TOPIC, "o-2", "not JSON")));
      system.startEventSources(InvocationListener.NONE);
      Await.until("all is committed", () -> group.committed().equals(group.ends()));
      assertThat(parcels(system)).containsOnly(Map.entry("o-1", List.of("p-2")));

      ReplayReport first = replay(system);
      ReplayReport second = replay(system);

      // A poller that joins the group while a function runs makes copies: they are sent once, too.
      assertThat(first.counts().decisions()).containsEntry("REOPEN", 1).containsEntry("SEND", 1);
      assertThat(second.counts().decisions())
          .containsEntry("SEND", 1)
          .containsOnlyKeys("SEND", "CAME_BACK");
      assertThat(parcels(system)).containsOnly(Map.entry("o-1", List.of("p-2", "p-1")));
      assertThat(events(PackagedStack.parked(system, "Shipments"))).hasSize(1);
    }
  }

  private static ReplayReport replay(LocalSystem system) {
    return PackagedStack.replay(system, TOPIC, "Shipments", Duration.ofDays(22));
  }

  private static Map<String, Object> servers(LocalSystem system) {
    return Map.of("bootstrap.servers", system.kafka().orElseThrow().bootstrapServers());
  }

  private static ProducerRecord<String, String> parcel(String order, String parcel, String fault) {
    ProducerRecord<String, String> record =
        new ProducerRecord<>(
            TOPIC,
            order,
            "{\"shipmentId\":\"%s\",\"orderId\":\"%s\",\"carrier\":\"post\"}"
                .formatted(parcel, order));
    if (!fault.isEmpty()) {
      record.headers().add("simulate", fault.getBytes(UTF_8));
    }
    return record;
  }

  private static void produce(LocalSystem system, List<ProducerRecord<String, String>> records) {
    try (var producer =
        new KafkaProducer<>(servers(system), new StringSerializer(), new StringSerializer())) {
      assertThat(records.stream().map(producer::send).toList())
          .allSatisfy(sent -> assertThat(sent).succeedsWithin(Duration.ofMinutes(5)));
    }
  }

  private static Map<String, List<String>> parcels(LocalSystem system) {
    Map<String, List<String>> parcels = new HashMap<>();
    system
        .dynamoDb()
        .scan(scan -> scan.tableName(system.output("ParcelsTableName")).consistentRead(true))
        .items()
        .forEach(
            row ->
                parcels.put(
                    of(row, "orderId").s(),
                    of(row, "shipments").l().stream().map(AttributeValue::s).toList()));
    return parcels;
  }

  private static AttributeValue of(Map<String, AttributeValue> row, String name) {
    return Optional.ofNullable(row.get(name)).orElseThrow();
  }

  private static Set<String> events(Collection<Message> parked) {
    return parked.stream().map(Message::body).collect(Collectors.toSet());
  }
}
