package dev.effectivelyonce.opentelemetry;

import dev.effectivelyonce.core.engine.DeliverySpan;
import dev.effectivelyonce.core.engine.TraceSpan;
import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.record.TraceParent;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.util.Optional;

/** The span of a delivery. */
final class OpenDelivery extends OpenSpan implements DeliverySpan {
  private final Tracer tracer;
  private final ConsumerName consumer;
  private final Optional<ExecutedInBatch> batch;
  private final Optional<TraceParent> place;
  private boolean hasWinner;

  /**
   * @param batch what was executed in the same batch; empty for a delivery outside of batches
   */
  OpenDelivery(
      Context context, Tracer tracer, ConsumerName consumer, Optional<ExecutedInBatch> batch) {
    super(context);
    this.tracer = tracer;
    this.consumer = consumer;
    this.batch = batch;
    this.place =
        Optional.of(span().getSpanContext()).filter(SpanContext::isValid).map(OpenDelivery::place);
  }

  private static TraceParent place(SpanContext ids) {
    return new TraceParent(
        "00-" + ids.getTraceId() + "-" + ids.getSpanId() + "-" + ids.getTraceFlags().asHex());
  }

  @Override
  public Optional<TraceParent> traceParent() {
    return place;
  }

  @Override
  public void link(Relation relation, TraceParent attempt) {
    link(relation, spanContext(attempt));
  }

  private void link(Relation relation, SpanContext attempt) {
    hasWinner |= relation == Relation.WINNER;
    linked(relation, attempt);
  }

  @Override
  public TraceSpan handler(int attempt) {
    return child(SpanNames.ATTEMPT + " " + consumer.value(), SpanKind.INTERNAL);
  }

  @Override
  public TraceSpan step(String name) {
    return child(SpanNames.STEP + " " + name, SpanKind.INTERNAL);
  }

  @Override
  public TraceSpan request(Verb verb) {
    return child(SpanNames.STORE + " " + lower(verb), SpanKind.CLIENT);
  }

  /** Begins a child of the current span: of this one, or of that of the handler. */
  private TraceSpan child(String name, SpanKind kind) {
    Context current = Context.current();
    // The thread of a heartbeat has no current span.
    Context parent = Span.fromContext(current).getSpanContext().isValid() ? current : context();
    return new OpenSpan(
        parent.with(tracer.spanBuilder(name).setParent(parent).setSpanKind(kind).startSpan()));
  }

  @Override
  public void onTransition(Transition transition) {
    if (transition.attempt() > 0) {
      span().setAttribute(SpanNames.ATTEMPT_NUMBER, (long) transition.attempt());
    }
    switch (transition.kind()) {
      case CLAIMED, TAKEN_OVER -> {}
      case WOULD_SKIP, FOREIGN_DUPLICATE, OTHER_PAYLOAD ->
          span().addEvent(lower(transition.kind()));
      case EXECUTED -> {
        batch.ifPresent(it -> it.executed(transition.id(), span().getSpanContext()));
        ended(transition);
      }
      case DUPLICATE -> {
        batch
            .filter(ignored -> !hasWinner)
            .flatMap(it -> it.executedBefore(transition.id()))
            .ifPresent(it -> link(Relation.WINNER, it));
        ended(transition);
      }
      case IN_FLIGHT, NOT_STARTED -> ended(transition);
      case RELEASED,
          FAILED,
          ALREADY_FAILED,
          HELD,
          KEY_REUSED,
          SUPERSEDED,
          STORE_FAILED,
          UNRECORDED -> {
        ended(transition);
        failed(
            transition
                .thrown()
                .map(it -> it.getClass().getName())
                .orElse(lower(transition.kind())));
      }
    }
  }

  private void ended(Transition transition) {
    span().setAttribute(SpanNames.OUTCOME, lower(transition.kind()));
  }
}
