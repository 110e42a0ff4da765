package dev.effectivelyonce.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.RecordingParking;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

// Shown by docs/testing.md.

class LabelSampleTest {
  record Shipment(String shipmentId) {}

  private final List<String> labels = new ArrayList<>();
  private final RecordingParking parking = new RecordingParking();

  private final KafkaConsumer<Shipment> consumer =
      KafkaConsumer.of(
              KafkaIdentity.of(
                  "labels", Shipment.class, KafkaKey.of("shipmentId", Shipment::shipmentId)))
          .store(new InMemoryStore())
          .retention(Duration.ofDays(8))
          .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
          .parking(parking)
          .handler(
              (shipment, delivery) -> {
                labels.add(shipment.shipmentId());
                return HandlerResult.completed();
              })
          .build();

  @Test
  void aShipmentThatItsProducerSendsTwiceGetsOneLabel() throws IOException {
    deliver(7, "{\"shipmentId\":\"S-1\"}");
    String again = deliver(8, "{\"shipmentId\":\"S-1\"}");

    assertThat(labels).containsExactly("S-1");
    assertThat(again).isEqualTo("{\"batchItemFailures\":[]}");
  }

  @Test
  void aRecordThatIsNoShipmentIsParkedAndHoldsUpNoOther() throws IOException {
    String answer = deliver(7, "not JSON");

    assertThat(answer).isEqualTo("{\"batchItemFailures\":[]}");
    assertThat(parking.messages()).hasSize(1);
  }

  /** An event as Lambda makes it of a record. */
  private String deliver(int offset, String value) throws IOException {
    String event =
        """
        {"eventSource": "aws:kafka", "records": {"shipments-0": [
          {"topic": "shipments", "partition": 0, "offset": %s, "value": "%s"}]}}
        """
            .formatted(offset, Base64.getEncoder().encodeToString(value.getBytes(UTF_8)));
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    consumer.handleRequest(
        new ByteArrayInputStream(event.getBytes(UTF_8)),
        answer,
        new TestContext(Clock.systemUTC(), Duration.ofSeconds(30)));
    return answer.toString(UTF_8);
  }
}
