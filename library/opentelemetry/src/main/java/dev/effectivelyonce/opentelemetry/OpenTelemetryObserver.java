package dev.effectivelyonce.opentelemetry;

import dev.effectivelyonce.core.engine.DeliverySpan;
import dev.effectivelyonce.core.engine.SendSpan;
import dev.effectivelyonce.core.engine.SendTracer;
import dev.effectivelyonce.core.engine.TraceSpan;
import dev.effectivelyonce.core.engine.TracedMessage;
import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.outbox.OutboxMessage;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.TraceParent;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Traces batches, deliveries, attempts and steps by OpenTelemetry, and messages that are sent from
 * an outbox or replayed. A delivery is linked to the span in which its message was sent, and to the
 * attempts that it found in its record, such as the one that completed the event. No span contains
 * a business key, a payload or the message of an exception.
 *
 * <p>Safe for use by many threads.
 */
public final class OpenTelemetryObserver implements TransitionObserver, SendTracer {
  private final Tracer tracer;
  private final boolean hasOlderNames;

  /** Creates an observer that uses the names of the semantic conventions 1.45. */
  public OpenTelemetryObserver(OpenTelemetry openTelemetry) {
    this(openTelemetry, Map.of());
  }

  /**
   * Creates an observer that adds the older names if {@code OTEL_SEMCONV_STABILITY_OPT_IN} contains
   * {@code messaging/dup}.
   *
   * @param environment {@code System.getenv()}
   */
  public OpenTelemetryObserver(OpenTelemetry openTelemetry, Map<String, String> environment) {
    this.tracer =
        openTelemetry
            .tracerBuilder("dev.effectivelyonce")
            .setSchemaUrl(SpanNames.SCHEMA_URL)
            .build();
    this.hasOlderNames =
        Arrays.stream(environment.getOrDefault(SpanNames.OPT_IN, "").split(",", -1))
            .map(String::strip)
            .anyMatch(SpanNames.OLDER_NAMES_TOO::equals);
  }

  /** Does nothing: each delivery's own span receives its transitions. */
  @Override
  public void onTransition(Transition transition) {}

  @Override
  public TraceSpan onBatch(ConsumerName consumer, int messages) {
    Context parent = Context.current();
    SpanBuilder builder =
        consumed(SpanNames.BATCH, consumer.value(), parent)
            .setAttribute(SpanNames.CONSUMER, consumer.value())
            .setAttribute(SpanNames.MESSAGE_COUNT, (long) messages);
    return new OpenSpan(parent.with(builder.startSpan()).with(new ExecutedInBatch()));
  }

  @Override
  public DeliverySpan onDelivery(
      ConsumerName consumer, RecordId record, AttemptId owner, Optional<TracedMessage> message) {
    Context parent = Context.current();
    SpanBuilder builder =
        message
            .map(it -> received(it, consumer, parent))
            .orElseGet(
                () ->
                    tracer
                        .spanBuilder(SpanNames.RUN + " " + consumer.value())
                        .setParent(parent)
                        .setSpanKind(SpanKind.INTERNAL))
            .setAttribute(SpanNames.CONSUMER, consumer.value())
            .setAttribute(SpanNames.KEY_HASH, record.keyHash())
            .setAttribute(SpanNames.OWNER, owner.value());
    return new OpenDelivery(
        parent.with(builder.startSpan()), tracer, consumer, ExecutedInBatch.of(parent));
  }

  /** {@inheritDoc} The span is not that in which the messages were created, so it is a CLIENT. */
  @Override
  public SendSpan onPublish(String system, String destination, List<OutboxMessage> messages) {
    Context parent = Context.current();
    SpanBuilder builder =
        span(SpanNames.SEND, destination, SpanKind.CLIENT, parent)
            .setAttribute(SpanNames.OPERATION_TYPE, SpanNames.SEND)
            .setAttribute(SpanNames.DESTINATION, destination)
            .setAttribute(SpanNames.MESSAGE_COUNT, (long) messages.size());
    system(builder, Optional.of(system));
    if (hasOlderNames) {
      builder.setAttribute(SpanNames.OLDER_OPERATION, SpanNames.OLDER_SEND);
    }
    messages.forEach(it -> sentBy(builder, it.outgoing().sender()));
    return new OpenSend(parent.with(builder.startSpan()));
  }

  @Override
  public SendSpan onReplay(ConsumerName consumer) {
    Context parent = Context.current();
    SpanBuilder builder =
        span(SpanNames.REPLAY_BATCH, consumer.value(), SpanKind.INTERNAL, parent)
            .setAttribute(SpanNames.CONSUMER, consumer.value());
    return new OpenSend(parent.with(builder.startSpan()));
  }

  @Override
  public SendSpan onLetter(ConsumerName consumer, Optional<RecordId> record, TracedMessage letter) {
    Context parent = Context.current();
    String destination = letter.destination().orElse(consumer.value());
    SpanBuilder builder =
        span(SpanNames.REPLAY, destination, SpanKind.INTERNAL, parent)
            .setAttribute(SpanNames.CONSUMER, consumer.value());
    set(builder, SpanNames.KEY_HASH, record.map(RecordId::keyHash));
    described(builder, letter);
    return new OpenSend(parent.with(builder.startSpan()));
  }

  private SpanBuilder received(TracedMessage message, ConsumerName consumer, Context parent) {
    String destination = message.destination().orElse(consumer.value());
    SpanBuilder builder = consumed(SpanNames.PROCESS, destination, parent);
    described(builder, message);
    return builder;
  }

  private void described(SpanBuilder builder, TracedMessage message) {
    set(builder, SpanNames.DESTINATION, message.destination());
    set(builder, SpanNames.MESSAGE_ID, message.tracedId());
    system(builder, message.messagingSystem());
    sentBy(builder, message.sender());
  }

  private void system(SpanBuilder builder, Optional<String> system) {
    set(builder, SpanNames.SYSTEM, system);
    if (hasOlderNames) {
      set(builder, SpanNames.OLDER_SYSTEM, system.map(it -> it.replace('.', '_')));
    }
  }

  private static void sentBy(SpanBuilder builder, Optional<TraceParent> sender) {
    sender
        .map(OpenSpan::spanContext)
        .ifPresent(it -> builder.addLink(it, OpenSpan.relation(SpanNames.SENDER)));
  }

  private SpanBuilder consumed(String operation, String destination, Context parent) {
    SpanBuilder builder =
        span(operation, destination, SpanKind.CONSUMER, parent)
            .setAttribute(SpanNames.OPERATION_TYPE, SpanNames.PROCESS);
    return hasOlderNames
        ? builder.setAttribute(SpanNames.OLDER_OPERATION, SpanNames.PROCESS)
        : builder;
  }

  private SpanBuilder span(String operation, String of, SpanKind kind, Context parent) {
    return tracer
        .spanBuilder(operation + " " + of)
        .setParent(parent)
        .setSpanKind(kind)
        .setAttribute(SpanNames.OPERATION_NAME, operation);
  }

  private static void set(SpanBuilder builder, AttributeKey<String> name, Optional<String> value) {
    value.ifPresent(it -> builder.setAttribute(name, it));
  }
}
