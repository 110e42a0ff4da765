package dev.effectivelyonce.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.SendSpan;
import dev.effectivelyonce.core.engine.SendTracer;
import dev.effectivelyonce.core.engine.TracedMessage;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.TraceParent;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.opentelemetry.OpenTelemetryObserver;
import dev.effectivelyonce.replay.LetterAction.Next;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.testing.junit5.OpenTelemetryExtension;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

/** The spans of replays, as OpenTelemetry exports them. */
class TracedReplayTest {
  private static final String ATTEMPT = "00f067aa0ba902b7";
  private static final String LATER = "b7ad6b7169203331";
  private static final String SENDER = "53995c3f42cd8ad8";
  private static final String XRAY =
      "Root=1-5759e988-bd862e3fe1be46a994272793;Parent=" + SENDER + ";Sampled=1";

  @RegisterExtension final OpenTelemetryExtension telemetry = OpenTelemetryExtension.create();

  private final OpenTelemetryObserver traces =
      new OpenTelemetryObserver(telemetry.getOpenTelemetry());
  private final ReplayBench bench = new ReplayBench();

  TracedReplayTest() {
    bench.trace = Optional.of(trace(ATTEMPT));
  }

  @Test
  void aLetterOfADoneEventLinksToItsSenderAndToTheAttemptThatWon() {
    letter("a");
    bench.record("a", Status.COMPLETED);

    replay(ReplayRequest.everything());

    SpanData span = only("replay orders");
    assertThat(links(span)).containsExactly("sender " + SENDER, "winner " + ATTEMPT);
    assertThat(span.getLinks())
        .extracting(it -> it.getSpanContext().getTraceId())
        .containsExactly("5759e988bd862e3fe1be46a994272793", "4bf92f3577b34da6a3ce929d0e0e4736");
    assertThat(span.getKind()).isEqualTo(SpanKind.INTERNAL);
    assertThat(attribute(span, "effectivelyonce.outcome")).isEqualTo("skip");
    assertThat(attribute(span, "effectivelyonce.consumer")).isEqualTo("orders");
    assertThat(attribute(span, "effectivelyonce.key_hash")).isEqualTo(ReplayBench.keyHash("a"));
    assertThat(attribute(span, "messaging.message.id")).isEqualTo("m-a");
    assertThat(attribute(span, "messaging.destination.name")).isEqualTo("orders");
    assertThat(attribute(span, "messaging.system.name")).isEqualTo("aws.sqs");
    assertThat(attribute(span, "error.type")).isNull();
  }

  @ParameterizedTest
  @CsvSource({"FAILED, failed, reopen", "RETRYABLE, predecessor, send"})
  void aLetterThatIsSentLinksToTheAttemptBefore(Status status, String relation, String outcome) {
    letter("a");
    bench.record("a", status);

    replay(ReplayRequest.everything());

    SpanData span = only("replay orders");
    assertThat(links(span)).containsExactly("sender " + SENDER, relation + " " + ATTEMPT);
    assertThat(attribute(span, "effectivelyonce.outcome")).isEqualTo(outcome);
    assertThat(bench.queues.sent()).hasSize(1);
  }

  @Test
  void aLetterWithoutTracesHasNoLink() {
    bench.trace = Optional.empty();
    bench.letter("a");
    bench.record("a", Status.COMPLETED);
    bench.letter("b");

    replay(ReplayRequest.everything());

    assertThat(letters()).hasSize(2).allSatisfy(it -> assertThat(links(it)).isEmpty());
  }

  @Test
  void aLetterWhoseEventIsDoneMeanwhileLinksToTheAttemptThatWon() {
    letter("a");
    bench.record("a", Status.FAILED);
    bench.store.beforeNext(
        Verb.SETTLE,
        () -> {
          bench.trace = Optional.of(trace(LATER));
          bench.completeAfterFailure("a");
        });

    replay(ReplayRequest.everything());

    SpanData span = only("replay orders");
    assertThat(links(span))
        .containsExactly("sender " + SENDER, "failed " + ATTEMPT, "winner " + LATER);
    assertThat(attribute(span, "effectivelyonce.outcome")).isEqualTo("skip");
    assertThat(bench.queues.sent()).isEmpty();
  }

  @Test
  void aLetterThatWaitedForItsTurnLinksToTheAttemptOfTheRecordAsItIsThen() {
    letter("a");
    letter("b");
    bench.record("b", Status.FAILED);
    bench.duringPause(
        () -> {
          bench.trace = Optional.of(trace(LATER));
          bench.completeAfterFailure("b");
        });

    replay(ReplayRequest.everything().withRatePerSecond(1));

    assertThat(letter("m-b", letters()))
        .satisfies(
            it -> assertThat(links(it)).containsExactly("sender " + SENDER, "winner " + LATER));
  }

  @Test
  void aLetterThatStaysHasNoSpanAndADryRunHasNone() {
    letter("held");
    bench.record("held", Status.UNKNOWN);
    bench.queues.add("garbled", "not json");

    replay(ReplayRequest.everything());

    assertThat(letters()).isEmpty();
    telemetry.clearSpans();
    letter("a");
    ReplayRequest dry = ReplayRequest.everything().withMode(RunMode.DRY_RUN);
    replay(dry);
    ReplayReport ignored = traced().run(dry, letter -> Next.DELETE, ReplayListener.NONE);
    assertThat(telemetry.getSpans()).isEmpty();
  }

  @Test
  void lettersAreChildrenOfTheRunWhichIsAChildOfItsCaller() {
    bench.letters("o", 25);
    Span caller = telemetry.getOpenTelemetry().getTracer("users").spanBuilder("caller").startSpan();

    try (var ignored = caller.makeCurrent()) {
      replay(ReplayRequest.everything());
    }

    SpanData run = only("replay_batch orders");
    assertThat(run.getParentSpanId()).isEqualTo(caller.getSpanContext().getSpanId());
    assertThat(attribute(run, "effectivelyonce.outcome")).isEqualTo("empty");
    assertThat(letters())
        .hasSize(25)
        .allSatisfy(it -> assertThat(it.getParentSpanId()).isEqualTo(run.getSpanId()));
  }

  /** So the spans of the SDK, and lines of the log, belong to the run. */
  @Test
  void theRunIsCurrentWhereItReceives() {
    Set<String> current = ConcurrentHashMap.newKeySet();
    letter("a");
    bench.queues.beforeReceive(() -> current.add(Span.current().getSpanContext().getSpanId()));

    replay(ReplayRequest.everything());

    assertThat(current).containsExactly(only("replay_batch orders").getSpanId());
  }

  @Test
  void aLetterThatCannotBeSentFailsItsSpanAndThatOfTheRun() {
    letter("a");
    bench.queues.onSend("m-a", FakeQueues.Fault.FAILS);

    replay(ReplayRequest.everything());

    assertThat(attribute(only("replay orders"), "error.type")).isEqualTo("send_failed");
    assertThat(attribute(only("replay_batch orders"), "error.type")).isEqualTo("fault");
  }

  @Test
  void aLetterThatWasSentButNotDeletedFailsItsSpan() {
    letter("a");
    bench.queues.onDelete("m-a", FakeQueues.Fault.FAILS);

    replay(ReplayRequest.everything());

    SpanData span = only("replay orders");
    assertThat(attribute(span, "effectivelyonce.outcome")).isEqualTo("send");
    assertThat(attribute(span, "error.type")).isEqualTo("not_deleted");
  }

  @Test
  void noSpanHasTheKeyOrThePayload() {
    bench.queues.add("m-1", ReplayBench.body("secret"));

    replay(ReplayRequest.everything());

    assertThat(telemetry.getSpans()).hasSize(2);
    assertThat(telemetry.getSpans().toString()).doesNotContain("secret");
  }

  @Test
  void aTracerThatFailsHasNoEffect() {
    bench.letters("o", 3);
    SendTracer broken =
        new SendTracer() {
          @Override
          public SendSpan onReplay(ConsumerName consumer) {
            throw new IllegalStateException("The exporter is broken");
          }

          @Override
          public SendSpan onLetter(
              ConsumerName consumer, Optional<RecordId> record, TracedMessage letter) {
            throw new StackOverflowError();
          }
        };

    ReplayReport report =
        Replay.over(bench.queues, bench.store, ReplayBench.STANDARD, bench.platform)
            .tracedBy(broken)
            .run(ReplayRequest.everything(), Optional.empty(), ReplayListener.NONE);

    assertThat(report.counts().replayed()).isEqualTo(3);
    assertThat(bench.queues.deadLetters()).isEmpty();
  }

  /** A dead letter about an order, which X-Ray's header says who sent. */
  private void letter(String orderId) {
    bench.queues.add(
        "m-" + orderId,
        ReplayBench.body(orderId),
        Map.of(MessageSystemAttributeName.AWS_TRACE_HEADER, XRAY));
  }

  private void replay(ReplayRequest request) {
    ReplayReport ignored = traced().run(request, Optional.empty(), ReplayListener.NONE);
  }

  private Replay traced() {
    return Replay.over(bench.queues, bench.store, ReplayBench.STANDARD, bench.platform)
        .tracedBy(traces);
  }

  private static TraceParent trace(String span) {
    return new TraceParent("00-4bf92f3577b34da6a3ce929d0e0e4736-" + span + "-01");
  }

  private List<SpanData> letters() {
    return telemetry.getSpans().stream()
        .filter(it -> it.getName().equals("replay orders"))
        .toList();
  }

  private static SpanData letter(String messageId, List<SpanData> letters) {
    return letters.stream()
        .filter(it -> messageId.equals(attribute(it, "messaging.message.id")))
        .findFirst()
        .orElseThrow();
  }

  private SpanData only(String name) {
    List<SpanData> found =
        telemetry.getSpans().stream().filter(it -> it.getName().equals(name)).toList();
    assertThat(found).hasSize(1);
    return found.getFirst();
  }

  private static @Nullable String attribute(SpanData span, String name) {
    return span.getAttributes().get(AttributeKey.stringKey(name));
  }

  private static List<String> links(SpanData span) {
    return span.getLinks().stream().map(TracedReplayTest::link).toList();
  }

  private static String link(LinkData link) {
    return link.getAttributes().get(AttributeKey.stringKey("effectivelyonce.relation"))
        + " "
        + link.getSpanContext().getSpanId();
  }
}
