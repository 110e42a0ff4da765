package dev.effectivelyonce.opentelemetry;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.DeliverySpan;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.engine.TraceSpan;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.once.EffectivelyOnce;
import dev.effectivelyonce.core.once.OnceRequest;
import dev.effectivelyonce.core.outbox.OutboxMessage;
import dev.effectivelyonce.core.outbox.OutgoingMessage;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.steps.StepAction;
import dev.effectivelyonce.core.steps.StepPolicy;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.testkit.FaultyStore;
import dev.effectivelyonce.testkit.InMemoryEffects;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.ManualClock;
import dev.effectivelyonce.testkit.sqs.RecordingVisibility;
import dev.effectivelyonce.testkit.sqs.SqsEvents;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import dev.effectivelyonce.testkit.sqs.TestContext;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.MDC;

class OpenTelemetryObserverTest {
  private static final String SENDER = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  private static final String XRAY =
      "Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1";
  private static final AttributeKey<String> OUTCOME =
      AttributeKey.stringKey("effectivelyonce.outcome");
  private static final AttributeKey<String> RELATION =
      AttributeKey.stringKey("effectivelyonce.relation");

  record Order(String orderId) {}

  private final InMemorySpanExporter exported = InMemorySpanExporter.create();
  private final OpenTelemetry openTelemetry = sdk(SimpleSpanProcessor.create(exported));
  private final Tracer users = openTelemetry.getTracer("users");
  private final InMemoryStore store = new InMemoryStore();
  private final ManualClock clock = new ManualClock();
  private final AtomicInteger attempts = new AtomicInteger();
  private TransitionObserver observer = new OpenTelemetryObserver(openTelemetry);

  @Test
  void aDuplicateLinksToTheAttemptThatWon() {
    run(RERUN, ignored -> HandlerResult.completed());
    run(RERUN, ignored -> HandlerResult.completed());

    SpanData winner = delivery("executed");
    assertThat(links(delivery("duplicate"))).containsExactly("winner " + winner.getSpanId());
    assertThat(links(winner)).isEmpty();
  }

  @Test
  void aTakeoverLinksToTheAttemptThatWasReleased() {
    run(RERUN, ignored -> HandlerResult.retry("busy"));
    run(RERUN, ignored -> HandlerResult.completed());

    assertThat(links(delivery("executed")))
        .containsExactly("predecessor " + delivery("released").getSpanId());
  }

  @Test
  void aDuplicateOfATakeoverLinksToTheAttemptThatCompleted() {
    run(RERUN, ignored -> HandlerResult.retry("busy"));
    run(RERUN, ignored -> HandlerResult.completed());
    run(RERUN, ignored -> HandlerResult.completed());

    assertThat(links(delivery("duplicate")))
        .containsExactly("winner " + delivery("executed").getSpanId());
  }

  @Test
  void aZombieAndItsSuccessorLinkToEachOther() {
    run(
        RERUN,
        ignored -> {
          clock.advance(Duration.ofHours(1));
          run(RERUN, alsoIgnored -> HandlerResult.completed());
          return HandlerResult.completed();
        });

    SpanData zombie = delivery("superseded");
    SpanData successor = delivery("executed");
    assertThat(links(zombie)).containsExactly("successor " + successor.getSpanId());
    assertThat(links(successor)).containsExactly("predecessor " + zombie.getSpanId());
  }

  @Test
  void aZombieThatAStepStopsLinksToItsSuccessor() {
    run(
        RERUN,
        attempt -> {
          clock.advance(Duration.ofHours(1));
          run(RERUN, ignored -> HandlerResult.completed());
          clock.advance(Duration.ofHours(-1));
          attempt.steps().run("charge", StepPolicy.rerun(), StepAction.of(key -> {}));
          return HandlerResult.completed();
        });

    assertThat(links(delivery("superseded")))
        .containsExactly("successor " + delivery("executed").getSpanId());
  }

  @Test
  void aDeliveryInFlightLinksToTheAttemptThatHoldsTheClaim() {
    run(
        RERUN,
        ignored -> {
          run(RERUN, alsoIgnored -> HandlerResult.completed());
          return HandlerResult.completed();
        });

    assertThat(links(delivery("in_flight")))
        .containsExactly("holder " + delivery("executed").getSpanId());
  }

  @Test
  void deliveriesOfFailedAndHeldEventsLinkToTheAttemptThatEndedThem() {
    run(RERUN, "failing", ignored -> HandlerResult.fail("closed"));
    run(RERUN, "failing", ignored -> HandlerResult.completed());
    assertThat(links(delivery("already_failed")))
        .containsExactly("failed " + delivery("failed").getSpanId());
    exported.reset();

    run(HOLD, "held", OpenTelemetryObserverTest::throwing);
    String held = delivery("held").getSpanId();
    exported.reset();
    run(HOLD, "held", ignored -> HandlerResult.completed());
    assertThat(links(delivery("held"))).containsExactly("held " + held);
  }

  @Test
  void aRecordWithoutATraceGivesNoLink() {
    TransitionObserver traced = observer;
    observer = ignored -> {};
    run(RERUN, ignored -> HandlerResult.completed());
    observer = traced;
    run(RERUN, ignored -> HandlerResult.completed());

    assertThat(links(delivery("duplicate"))).isEmpty();
  }

  @Test
  void spansOfTheHandlerAreChildrenOfItsAttempt() {
    run(
        RERUN,
        attempt -> {
          users.spanBuilder("in the handler").startSpan().end();
          attempt
              .steps()
              .run(
                  "charge",
                  StepPolicy.rerun(),
                  StepAction.of(key -> users.spanBuilder("in the step").startSpan().end()));
          return HandlerResult.completed();
        });

    SpanData delivery = delivery("executed");
    SpanData attempt = span("attempt orders");
    SpanData step = span("step charge");
    assertThat(delivery.getName()).isEqualTo("run orders");
    assertThat(delivery.getKind()).isEqualTo(SpanKind.INTERNAL);
    assertThat(attempt.getParentSpanId()).isEqualTo(delivery.getSpanId());
    assertThat(span("in the handler").getParentSpanId()).isEqualTo(attempt.getSpanId());
    assertThat(step.getParentSpanId()).isEqualTo(attempt.getSpanId());
    assertThat(span("in the step").getParentSpanId()).isEqualTo(step.getSpanId());
    assertThat(requests())
        .containsExactly(
            "store claim of " + delivery.getSpanId(),
            "store note of " + attempt.getSpanId(),
            "store note of " + attempt.getSpanId(),
            "store complete of " + delivery.getSpanId());
    assertThat(exported.getFinishedSpanItems()).hasSize(9);
  }

  @Test
  void aDeliveryIsAChildOfTheSpanOfItsCaller() {
    Span caller = users.spanBuilder("caller").startSpan();
    try (var ignored = caller.makeCurrent()) {
      run(RERUN, alsoIgnored -> HandlerResult.completed());
    }

    assertThat(delivery("executed").getParentSpanId())
        .isEqualTo(caller.getSpanContext().getSpanId());
  }

  @Test
  void messagesOfABatchAreConsumedInTheSpanOfTheBatchAndLinkToTheirSenders() {
    SqsConsumer<Order> orders = consumer(ignored -> HandlerResult.completed());

    orders.handle(
        SqsEvents.of(
            record("m-1", "O-1").traceparent(SENDER), record("m-2", "O-2").traceHeader(XRAY)),
        new TestContext(clock, Duration.ofMinutes(1)));

    SpanData batch = span("process_batch orders");
    assertThat(batch.getKind()).isEqualTo(SpanKind.CONSUMER);
    assertThat(attribute(batch, "messaging.operation.type")).isEqualTo("process");
    assertThat(batch.getAttributes().get(AttributeKey.longKey("messaging.batch.message_count")))
        .isEqualTo(2);
    SpanData first = message("m-1");
    assertThat(first.getName()).isEqualTo("process orders-queue");
    assertThat(first.getKind()).isEqualTo(SpanKind.CONSUMER);
    assertThat(first.getParentSpanId()).isEqualTo(batch.getSpanId());
    assertThat(attribute(first, "messaging.system.name")).isEqualTo("aws.sqs");
    assertThat(attribute(first, "messaging.destination.name")).isEqualTo("orders-queue");
    assertThat(attribute(first, "messaging.operation.name")).isEqualTo("process");
    assertThat(attribute(first, "effectivelyonce.consumer")).isEqualTo("orders");
    assertThat(first.getAttributes().get(AttributeKey.longKey("effectivelyonce.attempt")))
        .isEqualTo(1);
    assertThat(links(first)).containsExactly("sender 00f067aa0ba902b7");
    assertThat(first.getLinks().getFirst().getSpanContext().getTraceId())
        .isEqualTo("4bf92f3577b34da6a3ce929d0e0e4736");
    assertThat(links(message("m-2"))).containsExactly("sender 53995c3f42cd8ad8");
    assertThat(message("m-2").getLinks().getFirst().getSpanContext().getTraceId())
        .isEqualTo("5759e988bd862e3fe1be46a994272793");
  }

  @Test
  void aCopyInTheSameBatchLinksToTheFirst() {
    SqsConsumer<Order> orders = consumer(ignored -> HandlerResult.completed());

    orders.handle(
        SqsEvents.of(record("m-1", "O-1"), record("m-2", "O-1")),
        new TestContext(clock, Duration.ofMinutes(1)));

    assertThat(links(message("m-2"))).containsExactly("winner " + message("m-1").getSpanId());
  }

  @Test
  void whatAHandlerLeavesInAnOutboxNamesTheDeliveryAsItsSender() {
    List<OutgoingMessage> left = new ArrayList<>();

    run(
        RERUN,
        attempt -> {
          OutgoingMessage shipment = OutgoingMessage.to("fulfilment", "shipment", "{}");
          left.add(OutboxMessage.of(attempt, shipment, clock.instant()).outgoing());
          return HandlerResult.completed();
        });

    assertThat(left.getFirst().sender())
        .hasValueSatisfying(
            it -> assertThat(it.spanId()).isEqualTo(delivery("executed").getSpanId()));
  }

  @Test
  void aSenderThatIsNoTraceIsIgnored() {
    SqsConsumer<Order> orders = consumer(ignored -> HandlerResult.completed());

    orders.handle(
        SqsEvents.of(
            record("m-1", "O-1").traceparent("00-zz-<script>-01"),
            record("m-2", "O-2").traceHeader("Root=1-x;Parent=" + "9".repeat(5000))),
        new TestContext(clock, Duration.ofMinutes(1)));

    assertThat(message("m-1").getLinks()).isEmpty();
    assertThat(message("m-2").getLinks()).isEmpty();
    assertThat(message("m-2").getAttributes().get(OUTCOME)).isEqualTo("executed");
  }

  @Test
  void olderNamesComeWithTheSwitch() {
    observer =
        new OpenTelemetryObserver(
            openTelemetry, Map.of("OTEL_SEMCONV_STABILITY_OPT_IN", "http, messaging/dup"));
    SqsConsumer<Order> orders = consumer(ignored -> HandlerResult.completed());

    orders.handle(
        SqsEvents.of(record("m-1", "O-1")), new TestContext(clock, Duration.ofMinutes(1)));

    assertThat(attribute(message("m-1"), "messaging.system")).isEqualTo("aws_sqs");
    assertThat(attribute(message("m-1"), "messaging.operation")).isEqualTo("process");
    assertThat(attribute(message("m-1"), "messaging.system.name")).isEqualTo("aws.sqs");
  }

  @Test
  void olderNamesAreLeftOutWithoutTheSwitch() {
    consumer(ignored -> HandlerResult.completed())
        .handle(SqsEvents.of(record("m-1", "O-1")), new TestContext(clock, Duration.ofMinutes(1)));

    assertThat(attribute(message("m-1"), "messaging.system")).isNull();
    assertThat(attribute(message("m-1"), "messaging.operation")).isNull();
  }

  @Test
  void aFailureHasTheKindOfTheExceptionAndNothingOfItsMessage() {
    run(RERUN, OpenTelemetryObserverTest::throwing);

    for (SpanData span : List.of(delivery("released"), span("attempt orders"))) {
      assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
      assertThat(span.getStatus().getDescription()).isEmpty();
      assertThat(attribute(span, "error.type")).isEqualTo("java.lang.IllegalStateException");
    }
    assertThat(delivery("released").getEvents()).isEmpty();
    assertThat(requests()).hasSize(2);
  }

  @Test
  void aRequestThatFailsHasTheKindOfItsFault() {
    FaultyStore faulty = new FaultyStore(store);
    faulty.goDown();

    run(faulty, RERUN, "O-1", ignored -> HandlerResult.completed());

    for (SpanData span : List.of(delivery("store_failed"), span("store claim"))) {
      assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
    }
    assertThat(attribute(span("store claim"), "error.type"))
        .isEqualTo(StoreException.class.getName());
  }

  @Test
  void aCommitIsARequest() {
    run(RERUN, ignored -> HandlerResult.commit(InMemoryEffects.of(() -> {})));

    assertThat(requests()).last().asString().startsWith("store commit of ");
  }

  @Test
  void aDuplicateOfTheSameBatchThatReadsTheRecordHasOneLink() {
    consumer(
            ignored -> {
              run(RERUN, "inner", alsoIgnored -> HandlerResult.completed());
              run(RERUN, "inner", alsoIgnored -> HandlerResult.completed());
              return HandlerResult.completed();
            })
        .handle(SqsEvents.of(record("m-1", "O-1")), new TestContext(clock, Duration.ofMinutes(1)));

    assertThat(links(delivery("duplicate"))).hasSize(1);
  }

  @Test
  void duplicatesAreNoFailures() {
    run(RERUN, ignored -> HandlerResult.completed());
    run(RERUN, ignored -> HandlerResult.completed());

    assertThat(exported.getFinishedSpanItems())
        .extracting(it -> it.getStatus().getStatusCode())
        .containsOnly(StatusCode.UNSET);
  }

  @Test
  void noSpanHasTheKeyOrThePayload() {
    consumer(
            ignored -> {
              throw new IllegalStateException("The card of O-secret was declined");
            })
        .handle(
            SqsEvents.of(record("m-1", "O-secret")), new TestContext(clock, Duration.ofMinutes(1)));

    assertThat(exported.getFinishedSpanItems()).hasSize(5);
    assertThat(exported.getFinishedSpanItems().toString()).doesNotContain("secret");
  }

  @Test
  void nothingIsCurrentAfterADelivery() {
    run(RERUN, ignored -> HandlerResult.completed());
    run(RERUN, "other", OpenTelemetryObserverTest::throwing);
    consumer(ignored -> HandlerResult.completed())
        .handle(SqsEvents.of(record("m-1", "O-1")), new TestContext(clock, Duration.ofMinutes(1)));

    assertThat(Context.current()).isEqualTo(Context.root());
  }

  @Test
  void aHandlerThatLeavesASpanCurrentDoesNotHarmTheNextDelivery() {
    run(
        RERUN,
        ignored -> {
          leaveCurrent(users.spanBuilder("left behind").startSpan());
          return HandlerResult.completed();
        });

    assertThat(Context.current()).isEqualTo(Context.root());
  }

  static Stream<TransitionObserver> brokenTracers() {
    TransitionObserver whole = new OpenTelemetryObserver(OpenTelemetry.noop());
    return Stream.of(
        new OpenTelemetryObserver(sdk(new BrokenProcessor())),
        proxy(TransitionObserver.class, whole, (result, type) -> null),
        proxy(TransitionObserver.class, whole, OpenTelemetryObserverTest::withoutResults),
        proxy(TransitionObserver.class, whole, OpenTelemetryObserverTest::interruptingSpans));
  }

  /** Spans whose own methods return null. */
  private static @Nullable Object withoutResults(@Nullable Object result, Class<?> type) {
    return TraceSpan.class.isAssignableFrom(type)
        ? proxy(DeliverySpan.class, DeliverySpan.none(), (it, of) -> null)
        : result;
  }

  private static @Nullable Object interruptingSpans(@Nullable Object result, Class<?> type) {
    return result instanceof TraceSpan ? interrupting(result, type) : result;
  }

  /** Spans each of whose methods leaves an interrupt behind. */
  private static @Nullable Object interrupting(@Nullable Object result, Class<?> type) {
    if (result instanceof TraceSpan span) {
      return proxy(type, span, OpenTelemetryObserverTest::interrupting);
    }
    Thread.currentThread().interrupt();
    return result;
  }

  /** An object that passes the results of another one through a function. */
  private static <T> T proxy(
      Class<T> type, Object real, BiFunction<@Nullable Object, Class<?>, @Nullable Object> then) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) ->
                then.apply(method.invoke(real, arguments), method.getReturnType())));
  }

  @ParameterizedTest
  @MethodSource("brokenTracers")
  void aTracerThatFailsHasNoEffect(TransitionObserver broken) {
    observer = broken;
    List<String> ran = new ArrayList<>();

    Outcome outcome =
        run(
            RERUN,
            attempt -> {
              attempt.steps().run("charge", StepPolicy.rerun(), StepAction.of(key -> {}));
              ran.add("handler");
              assertThat(Thread.currentThread().isInterrupted()).isFalse();
              return HandlerResult.completed();
            });
    consumer(
            ignored -> {
              ran.add("message");
              return HandlerResult.completed();
            })
        .handle(SqsEvents.of(record("m-1", "O-2")), new TestContext(clock, Duration.ofMinutes(1)));

    assertThat(outcome).isInstanceOf(Outcome.Executed.class);
    assertThat(ran).containsExactly("handler", "message");
    assertThat(store.records().values())
        .extracting(IdempotencyRecord::status)
        .containsOnly(Status.COMPLETED);
    assertThat(Context.current()).isEqualTo(Context.root());
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void logLinesHaveTheIdsOfTheSpanThatIsCurrent() {
    MDC.put("trace_id", "the caller's");
    List<String> logged = new ArrayList<>();

    run(
        RERUN,
        ignored -> {
          logged.add(MDC.get("trace_id") + " " + MDC.get("span_id"));
          return HandlerResult.completed();
        });

    SpanData attempt = span("attempt orders");
    assertThat(logged).containsExactly(attempt.getTraceId() + " " + attempt.getSpanId());
    assertThat(MDC.getCopyOfContextMap()).isEqualTo(Map.of("trace_id", "the caller's"));
    MDC.clear();
  }

  @Test
  void ofSeveralTracersTheFirstIsTaken() {
    InMemorySpanExporter second = InMemorySpanExporter.create();
    observer = observer.and(new OpenTelemetryObserver(sdk(SimpleSpanProcessor.create(second))));

    run(RERUN, ignored -> HandlerResult.completed());

    assertThat(exported.getFinishedSpanItems()).isNotEmpty();
    assertThat(second.getFinishedSpanItems()).isEmpty();
  }

  /** The sample of the page of traces. */
  @Test
  void anObserverTakesTheSwitchFromTheEnvironment() {
    OpenTelemetryObserver traces = new OpenTelemetryObserver(openTelemetry, System.getenv());
    observer = traces;

    run(RERUN, ignored -> HandlerResult.completed());

    assertThat(delivery("executed").getInstrumentationScopeInfo().getSchemaUrl())
        .isEqualTo("https://opentelemetry.io/schemas/1.45.0");
  }

  @Test
  void withoutAnSdkNothingIsKeptInTheRecord() {
    observer = new OpenTelemetryObserver(OpenTelemetry.noop());

    run(RERUN, ignored -> HandlerResult.completed());

    assertThat(store.records().values())
        .allSatisfy(it -> assertThat(it.claimant().trace()).isEmpty());
  }

  @SuppressWarnings("MustBeClosedChecker") // What is left open is what is tested.
  private static void leaveCurrent(Span span) {
    span.makeCurrent();
  }

  private static HandlerResult throwing(Object ignored) {
    throw new IllegalStateException("The card of Jane Doe was declined");
  }

  private Outcome run(AbandonedClaimPolicy policy, Handler handler) {
    return run(policy, "O-1", handler);
  }

  private Outcome run(AbandonedClaimPolicy policy, String key, Handler handler) {
    return run(store, policy, key, handler);
  }

  private Outcome run(
      IdempotencyStore records, AbandonedClaimPolicy policy, String key, Handler handler) {
    return EffectivelyOnce.of("orders")
        .store(records)
        .retention(Duration.ofDays(19))
        .onAbandonedClaim(policy)
        .platform(platform())
        .observer(observer)
        .build()
        .run(BusinessKey.of(key), OnceRequest.within(Duration.ofMinutes(1)), handler);
  }

  private SqsConsumer<Order> consumer(Handler handler) {
    return SqsConsumer.of(MessageIdentity.of("orders", Order.class, MessageKey.of(Order::orderId)))
        .store(store)
        .retention(Duration.ofDays(19))
        .onAbandonedClaim(RERUN)
        .visibility(new RecordingVisibility())
        .platform(platform())
        .observer(observer)
        .handler((order, delivery) -> handler.handle(delivery.attempt()))
        .build();
  }

  private Platform platform() {
    return new Platform(
        clock,
        () -> new AttemptId("attempt-" + attempts.incrementAndGet()),
        () -> 42,
        ignored -> {});
  }

  private static SqsRecord record(String messageId, String orderId) {
    return SqsRecord.of("orders-queue", messageId).body("{\"orderId\":\"" + orderId + "\"}");
  }

  private static OpenTelemetry sdk(SpanProcessor processor) {
    return OpenTelemetrySdk.builder()
        .setTracerProvider(SdkTracerProvider.builder().addSpanProcessor(processor).build())
        .build();
  }

  private SpanData delivery(String outcome) {
    return only(it -> outcome.equals(it.getAttributes().get(OUTCOME)));
  }

  private SpanData message(String id) {
    return only(it -> id.equals(attribute(it, "messaging.message.id")));
  }

  /** Returns the names of the requests to the store, with the ids of their parents. */
  private List<String> requests() {
    return exported.getFinishedSpanItems().stream()
        .filter(it -> it.getKind() == SpanKind.CLIENT)
        .map(it -> it.getName() + " of " + it.getParentSpanId())
        .toList();
  }

  private SpanData span(String name) {
    return only(it -> it.getName().equals(name));
  }

  private SpanData only(Predicate<SpanData> which) {
    List<SpanData> found = exported.getFinishedSpanItems().stream().filter(which).toList();
    assertThat(found).as("of %s", exported.getFinishedSpanItems()).hasSize(1);
    return found.getFirst();
  }

  private static @Nullable String attribute(SpanData span, String name) {
    return span.getAttributes().get(AttributeKey.stringKey(name));
  }

  /** Returns the relation of each link, and the id of the span at its other end. */
  private static List<String> links(SpanData span) {
    return span.getLinks().stream().map(OpenTelemetryObserverTest::link).toList();
  }

  private static String link(LinkData link) {
    String relation = Optional.ofNullable(link.getAttributes().get(RELATION)).orElse("none");
    return relation + " " + link.getSpanContext().getSpanId();
  }

  /** A processor that throws when a span begins or ends. */
  private static final class BrokenProcessor implements SpanProcessor {
    @Override
    public void onStart(Context parent, ReadWriteSpan span) {}

    @Override
    public boolean isStartRequired() {
      return false;
    }

    @Override
    public void onEnd(ReadableSpan span) {
      throw new IllegalStateException("The exporter is broken");
    }

    @Override
    public boolean isEndRequired() {
      return true;
    }
  }
}
