package dev.effectivelyonce.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.SendSpan;
import dev.effectivelyonce.core.engine.SendTracer;
import dev.effectivelyonce.core.outbox.OutboxBacklog;
import dev.effectivelyonce.core.outbox.OutboxMessage;
import dev.effectivelyonce.core.outbox.OutgoingMessage;
import dev.effectivelyonce.opentelemetry.OpenTelemetryObserver;
import dev.effectivelyonce.testkit.sqs.TestContext;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.testing.junit5.OpenTelemetryExtension;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The spans of publishers and sweepers, as OpenTelemetry exports them. */
class TracedOutboxTest {
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String FIRST = "00f067aa0ba902b7";
  private static final String SECOND = "53995c3f42cd8ad8";

  @RegisterExtension final OpenTelemetryExtension telemetry = OpenTelemetryExtension.create();

  private final OpenTelemetryObserver traces =
      new OpenTelemetryObserver(telemetry.getOpenTelemetry());
  private final Rig rig = new Rig();

  TracedOutboxTest() {
    rig.tracedBy(traces);
  }

  @Test
  void aRequestIsASpanThatLinksToTheAttemptsThatWroteItsMessages() {
    rig.commit(message(Rig.QUICK, "a", Optional.of(FIRST)));
    rig.commit(message(Rig.QUICK, "b", Optional.of(SECOND)));
    rig.commit(message(Rig.QUICK, "c", Optional.empty()));

    rig.publish();

    SpanData span = only();
    assertThat(span.getName()).isEqualTo("send quick.fifo");
    assertThat(span.getKind()).isEqualTo(SpanKind.CLIENT);
    assertThat(span.getLinks())
        .extracting(TracedOutboxTest::link)
        .containsExactly("sender " + TRACE + " " + FIRST, "sender " + TRACE + " " + SECOND);
    assertThat(attribute(span, "messaging.system.name")).isEqualTo("aws.sqs");
    assertThat(attribute(span, "messaging.destination.name")).isEqualTo("quick.fifo");
    assertThat(attribute(span, "messaging.operation.name")).isEqualTo("send");
    assertThat(attribute(span, "messaging.operation.type")).isEqualTo("send");
    assertThat(span.getAttributes().get(AttributeKey.longKey("messaging.batch.message_count")))
        .isEqualTo(3);
    assertThat(results()).containsExactly("published UNSET null");
  }

  @Test
  void eachDestinationHasASpanWithItsOwnMessages() {
    rig.commit(message(Rig.QUICK, "a", Optional.of(FIRST)));
    rig.commit(message(Rig.BUS, "b", Optional.of(SECOND)));

    rig.publish();

    assertThat(spans())
        .extracting(it -> it.getName() + " " + attribute(it, "messaging.system.name"))
        .containsExactlyInAnyOrder("send quick.fifo aws.sqs", "send audit aws.eventbridge");
    assertThat(spans())
        .filteredOn(it -> it.getName().equals("send audit"))
        .singleElement()
        .satisfies(
            it ->
                assertThat(it.getLinks())
                    .extracting(TracedOutboxTest::link)
                    .containsExactly("sender " + TRACE + " " + SECOND));
  }

  @Test
  void aRequestIsAChildOfTheSpanOfItsCaller() {
    rig.commit(message(Rig.QUICK, "a", Optional.empty()));
    Span caller = telemetry.getOpenTelemetry().getTracer("users").spanBuilder("caller").startSpan();

    try (var ignored = caller.makeCurrent()) {
      rig.publish();
    }

    assertThat(only().getParentSpanId()).isEqualTo(caller.getSpanContext().getSpanId());
  }

  @Test
  void aMessageThatHasToWaitFailsTheSpanOfItsRequest() {
    rig.commit(message(Rig.QUICK, "a", Optional.empty()));
    rig.commit(message(Rig.QUICK, "b", Optional.empty()));
    rig.queue.throttled.add("b");

    rig.publish();

    assertThat(results()).containsExactly("held ERROR held");
  }

  @Test
  void aRequestThatIsRefusedForOneOfItsMessagesIsSplit() {
    rig.commit(message(Rig.QUICK, "a", Optional.of(FIRST)));
    rig.commit(message(Rig.QUICK, "b", Optional.of(SECOND)));
    rig.refuses(Rig.QUICK_URL, 400, "InvalidMessageContents");

    rig.publish();

    assertThat(results())
        .containsExactly(
            "split ERROR split", "unsendable ERROR unsendable", "unsendable ERROR unsendable");
    assertThat(spans()).extracting(it -> it.getLinks().size()).containsExactly(2, 1, 1);
  }

  @Test
  void noSpanHasThePayloadOrTheOrderingKey() {
    rig.commit(
        Rig.message(
            OutgoingMessage.to(Rig.QUICK, "name", "secret").attribute("traceparent", "secret"),
            "C-secret",
            rig.clock));

    rig.publish();

    assertThat(only().toString()).doesNotContain("secret");
  }

  @Test
  void theSweeperIsTracedToo() {
    rig.table.put(message(Rig.QUICK, "a", Optional.of(FIRST)));
    rig.clock.advance(Rig.SWEPT_AFTER.plusSeconds(1));

    String ignored = rig.sweep(rig.sweeper().tracedBy(traces));

    assertThat(only().getLinks())
        .extracting(TracedOutboxTest::link)
        .containsExactly("sender " + TRACE + " " + FIRST);
  }

  @Test
  void thePublisherOfABacklogIsTracedToo() {
    OutboxMessage waiting = message(Rig.QUICK, "a", Optional.of(FIRST));
    BacklogHandler handler =
        new BacklogHandler(
                new BacklogPublisher(
                    new OneMessage(waiting),
                    Map.of(Rig.QUICK, new Destination.Queue(Rig.QUICK_URL)),
                    new DestinationClients(() -> rig.queue, () -> rig.bus),
                    rig.clock,
                    report -> {}),
                rig.clock)
            .tracedBy(traces);

    assertThat(Rig.answer(handler, "", new TestContext(rig.clock, Duration.ofMinutes(1))))
        .contains("\"published\":1");

    assertThat(only().getLinks())
        .extracting(TracedOutboxTest::link)
        .containsExactly("sender " + TRACE + " " + FIRST);
  }

  @Test
  void aTracerThatFailsHasNoEffect() {
    rig.newProcess();
    rig.tracedBy(
        new SendTracer() {
          @Override
          public SendSpan onPublish(
              String system, String destination, List<OutboxMessage> messages) {
            throw new IllegalStateException("The exporter is broken");
          }
        });
    rig.commit(message(Rig.QUICK, "a", Optional.of(FIRST)));

    rig.publish();

    assertThat(rig.queue.bodies()).containsExactly("a");
    assertThat(rig.isPublished()).isTrue();
  }

  private OutboxMessage message(String destination, String body, Optional<String> span) {
    OutgoingMessage plain = OutgoingMessage.to(destination, "name", body);
    return Rig.message(
        span.map(it -> plain.attribute("traceparent", "00-" + TRACE + "-" + it + "-01"))
            .orElse(plain),
        "lane-" + body,
        rig.clock);
  }

  private List<SpanData> spans() {
    return telemetry.getSpans();
  }

  private SpanData only() {
    assertThat(spans()).hasSize(1);
    return spans().getFirst();
  }

  /** Returns the outcome, the status and the kind of error of each span. */
  private List<String> results() {
    return spans().stream()
        .map(
            it ->
                attribute(it, "effectivelyonce.outcome")
                    + " "
                    + it.getStatus().getStatusCode()
                    + " "
                    + attribute(it, "error.type"))
        .toList();
  }

  private static @Nullable String attribute(SpanData span, String name) {
    return span.getAttributes().get(AttributeKey.stringKey(name));
  }

  private static String link(LinkData link) {
    return link.getAttributes().get(AttributeKey.stringKey("effectivelyonce.relation"))
        + " "
        + link.getSpanContext().getTraceId()
        + " "
        + link.getSpanContext().getSpanId();
  }

  /** A backlog of a message. */
  private static final class OneMessage implements OutboxBacklog {
    private final OutboxMessage message;
    private boolean isSent;

    OneMessage(OutboxMessage message) {
      this.message = message;
    }

    @Override
    public void begin(Duration refusedFor) {}

    @Override
    public Map<String, Instant> oldest() {
      return isSent ? Map.of() : Map.of(message.outgoing().destination(), message.createdAt());
    }

    @Override
    public Optional<String> take(String destination, String afterLane, Sender sender) {
      if (!isSent) {
        isSent = sender.send(List.of(message)).sent().contains(message.id());
      }
      return Optional.empty();
    }
  }
}
