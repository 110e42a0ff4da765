package dev.effectivelyonce.opentelemetry;

import dev.effectivelyonce.core.engine.DeliverySpan;
import dev.effectivelyonce.core.engine.TraceSpan;
import dev.effectivelyonce.core.engine.TracedMessage;
import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.AttemptId;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * Traces batches, deliveries, attempts and steps by OpenTelemetry. A delivery is linked to the span
 * in which its message was sent, and to the attempts that it found in its record, such as the one
 * that completed the event. No span contains a business key, a payload or the message of an
 * exception.
 *
 * <p>Safe for use by many threads.
 */
public final class OpenTelemetryObserver implements TransitionObserver {
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

  private SpanBuilder received(TracedMessage message, ConsumerName consumer, Context parent) {
    String destination = message.destination().orElse(consumer.value());
    SpanBuilder builder = consumed(SpanNames.PROCESS, destination, parent);
    set(builder, SpanNames.DESTINATION, message.destination());
    set(builder, SpanNames.MESSAGE_ID, message.tracedId());
    set(builder, SpanNames.SYSTEM, message.messagingSystem());
    if (hasOlderNames) {
      set(
          builder,
          SpanNames.OLDER_SYSTEM,
          message.messagingSystem().map(it -> it.replace('.', '_')));
    }
    message
        .sender()
        .map(OpenDelivery::spanContext)
        .ifPresent(it -> builder.addLink(it, OpenDelivery.relation(SpanNames.SENDER)));
    return builder;
  }

  private SpanBuilder consumed(String operation, String destination, Context parent) {
    SpanBuilder builder =
        tracer
            .spanBuilder(operation + " " + destination)
            .setParent(parent)
            .setSpanKind(SpanKind.CONSUMER)
            .setAttribute(SpanNames.OPERATION_NAME, operation)
            .setAttribute(SpanNames.OPERATION_TYPE, SpanNames.PROCESS);
    return hasOlderNames
        ? builder.setAttribute(SpanNames.OLDER_OPERATION, SpanNames.PROCESS)
        : builder;
  }

  private static void set(SpanBuilder builder, AttributeKey<String> name, Optional<String> value) {
    value.ifPresent(it -> builder.setAttribute(name, it));
  }
}
