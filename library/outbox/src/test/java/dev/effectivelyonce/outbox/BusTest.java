package dev.effectivelyonce.outbox;

import static dev.effectivelyonce.outbox.Rig.BUS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.outbox.OutboxMessage;
import dev.effectivelyonce.core.outbox.OutgoingMessage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequestEntry;

/** Events instead of messages: how they look, and those that no bus takes. */
class BusTest {
  private final Rig rig = new Rig();

  @Test
  void anEventTellsItsSenderItsNameAndItsId() {
    rig.commit(BUS, "k", "{}");

    rig.publish();

    assertThat(rig.bus.events())
        .containsExactly(
            PutEventsRequestEntry.builder()
                .eventBusName(Rig.BUS_ARN)
                .source("orders")
                .detailType("name")
                .detail("{}")
                .resources("id-{}")
                .build());
    assertThat(rig.table.items).isEmpty();
  }

  /** A bus hands the header of X-Ray on to its targets, and takes no attributes. */
  @Test
  void anEventTellsTheSpanThatSentItInTheFormOfXray() {
    commitTraced("1", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-03");
    commitTraced("2", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00");

    rig.publish();

    String span = "Root=1-4bf92f35-77b34da6a3ce929d0e0e4736;Parent=00f067aa0ba902b7;Sampled=";
    assertThat(rig.bus.events())
        .extracting(PutEventsRequestEntry::traceHeader)
        .containsExactly(span + "1", span + "0");
  }

  private void commitTraced(String body, String traceparent) {
    OutgoingMessage event = OutgoingMessage.to(BUS, "name", body);
    rig.commit(Rig.message(event.attribute("traceparent", traceparent), "k", rig.clock));
  }

  /** It is too large, or no JSON, or has attributes, which consumers may depend on. */
  @Test
  void anEventThatNoBusTakesStaysAndHoldsNothing() {
    rig.commit(BUS, "k", "1".repeat(256 * 1024));
    rig.commit(BUS, "k", "no JSON");
    OutgoingMessage withAttribute = OutgoingMessage.to(BUS, "name", "1").attribute("tenant", "b");
    rig.commit(Rig.message(withAttribute, "k", rig.clock));
    rig.commit(BUS, "k", "2");
    rig.bus.refuse(
        event ->
            event.detail().equals("no JSON") ? Optional.of("MalformedDetail") : Optional.empty());

    rig.publish();

    assertThat(rig.isPublished()).isTrue();
    assertThat(rig.bus.events()).extracting(PutEventsRequestEntry::detail).containsExactly("2");
    assertThat(rig.table.items).hasSize(3);
    assertThat(rig.reports).containsExactly(new OutboxReport(1, 0, 0, 3, Map.of()));
  }

  @Test
  void largeEventsGoInSeveralRequests() {
    // The body is in the id too.
    String large = "1".repeat(100_000);
    IntStream.range(1, 4).forEach(i -> rig.commit(BUS, "k" + i, i + large));

    rig.publish();

    assertThat(rig.bus.events()).hasSize(3);
    assertThat(rig.bus.requests()).isEqualTo(3);
  }

  @Test
  void anEventThatIsRefusedForNowComesAgainAndTheOthersDoNot() {
    rig.commit(BUS, "a", "1");
    rig.commit(BUS, "b", "2");
    rig.bus.refuse(
        event ->
            event.detail().equals("1") ? Optional.of("ThrottlingException") : Optional.empty());

    rig.publish();
    assertThat(rig.position()).isZero();

    rig.bus.refuse(event -> Optional.empty());
    rig.publish();
    assertThat(rig.isPublished()).isTrue();
    assertThat(rig.bus.events()).extracting(it -> it.detail()).containsExactly("2", "1");
  }

  @Test
  void anEventThatTheAnswerDoesNotNameIsNotKnownToBeSent() {
    rig.bus.answersTheFirstAlone();
    List<OutboxMessage> two =
        List.of(Rig.message(BUS, "a", "1", rig.clock), Rig.message(BUS, "b", "2", rig.clock));

    List<SendResult> fates = new BusChannel(() -> rig.bus, new Destination.Bus("arn")).send(two);

    assertThat(fates).containsExactly(new SendResult.Sent(), new SendResult.Later("not answered"));
  }
}
