package dev.effectivelyonce.outbox;

import static dev.effectivelyonce.outbox.Bench.BUS;
import static dev.effectivelyonce.outbox.Bench.STANDARD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.outbox.OutgoingMessage;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequestEntry;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;

@ExtendWith(LocalAws.class)
class BusTest {
  private final Bench bench;

  BusTest(LocalAws.Running aws) {
    bench = new Bench(aws);
  }

  private static OutgoingMessage event(String detail) {
    return OutgoingMessage.to(BUS, "order-shipped", detail);
  }

  @Test
  void anEventTellsItsSenderItsNameAndItsId() {
    String id = bench.commit("O-1", event("{\"orderId\":\"O-1\"}"));

    assertThat(bench.publish()).isEmpty();

    assertThat(bench.bus.events())
        .containsExactly(
            PutEventsRequestEntry.builder()
                .eventBusName("arn:aws:events:us-east-1:123456789012:event-bus/audit")
                .source("orders")
                .detailType("order-shipped")
                .detail("{\"orderId\":\"O-1\"}")
                .resources(id)
                .build());
    assertThat(bench.waiting()).isEmpty();
  }

  @Test
  void anEventThatNoBusTakesStaysAndHoldsNothing() {
    String large = "\"" + "x".repeat(256 * 1024) + "\"";
    bench.commit("O-1", event(large));
    bench.commit("O-2", event("{}"));

    assertThat(bench.publish()).isEmpty();

    assertThat(bench.bus.events()).extracting(PutEventsRequestEntry::detail).containsExactly("{}");
    assertThat(bench.waiting()).hasSize(1);
  }

  @Test
  void largeEventsGoInSeveralRequests() {
    String large = "\"" + "x".repeat(200_000) + "\"";
    IntStream.range(0, 3).forEach(i -> bench.commit("O-" + i, event(large)));

    assertThat(bench.publish()).isEmpty();

    assertThat(bench.bus.events()).hasSize(3);
  }

  @Test
  void anEventThatIsRefusedForNowComesAgainAndTheOthersDoNot() {
    bench.commit("O-1", event("1"));
    bench.commit("O-2", event("2"));
    bench.bus.refuse(
        event ->
            event.detail().equals("1") ? Optional.of("ThrottlingException") : Optional.empty());
    assertThat(bench.publish()).containsExactly("s-1");
    bench.bus.refuse(event -> Optional.empty());

    assertThat(bench.publish()).isEmpty();

    assertThat(bench.bus.events()).extracting(it -> it.detail()).containsExactly("2", "1");
  }

  @Test
  void anEventThatIsNoJsonStaysAndHoldsNothing() {
    bench.commit("O-1", event("no JSON").orderedBy("C-1"));
    bench.commit("O-2", event("2").orderedBy("C-1"));
    bench.bus.refuse(
        event ->
            event.detail().equals("no JSON") ? Optional.of("MalformedDetail") : Optional.empty());

    assertThat(bench.publish()).isEmpty();

    assertThat(bench.bus.events()).extracting(it -> it.detail()).containsExactly("2");
    assertThat(bench.waiting()).hasSize(1);
  }

  @Test
  void anEventWithAttributesStays() {
    bench.commit("O-1", event("1").attribute("tenant", "blue"));
    bench.commit("O-2", event("2"));

    assertThat(bench.publish()).isEmpty();

    assertThat(bench.bus.events()).extracting(it -> it.detail()).containsExactly("2");
    assertThat(bench.waiting()).hasSize(1);
  }

  @Test
  void aQueueThatDoesNotAnswerDoesNotKeepEventsFromTheirBus() {
    IntStream.range(0, 90)
        .forEach(
            i -> bench.commit("O-" + i, OutgoingMessage.to(STANDARD, "shipment-ordered", "x")));
    bench.commit("O-90", event("{}"));
    IntStream.range(0, 9).forEach(i -> bench.sqs.spoilNext(this::hangs));

    assertThat(bench.publish()).containsExactly("s-1");

    assertThat(bench.bus.events()).hasSize(1);
  }

  private SendMessageBatchResponse hangs(SqsClient sqs, SendMessageBatchRequest request) {
    bench.clock.advance(Duration.ofSeconds(4));
    throw SdkClientException.create("No answer in time");
  }
}
