package dev.effectivelyonce.opentelemetry;

import dev.effectivelyonce.core.engine.DeliverySpan.Relation;
import dev.effectivelyonce.core.engine.TraceSpan;
import dev.effectivelyonce.core.record.TraceParent;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.MDC;

/** A span of OpenTelemetry. While it is current, its ids are in every log line of the thread. */
class OpenSpan implements TraceSpan {
  private final Span span;
  private final Context context;

  /**
   * @param context the context of the work, with the span
   */
  OpenSpan(Context context) {
    this.span = Span.fromContext(context);
    this.context = context;
  }

  final Span span() {
    return span;
  }

  final Context context() {
    return context;
  }

  /** Links this span to that of an attempt. */
  final void linked(Relation relation, SpanContext attempt) {
    span.addLink(attempt, relation(lower(relation)));
  }

  static SpanContext spanContext(TraceParent parent) {
    return SpanContext.createFromRemoteParent(
        parent.traceId(),
        parent.spanId(),
        TraceFlags.fromHex(parent.flags(), 0),
        TraceState.getDefault());
  }

  static Attributes relation(String relation) {
    return Attributes.of(SpanNames.RELATION, relation);
  }

  static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  @Override
  @SuppressWarnings("MustBeClosedChecker") // The scope that is returned closes it.
  public final Scope enter() {
    SpanContext ids = span.getSpanContext();
    Context before = Context.current();
    io.opentelemetry.context.Scope current = context.makeCurrent();
    Scope logged = ids.isValid() ? logged(ids) : () -> {};
    return () -> {
      // Each of them, even if a storage of contexts throws: the next event has the thread then.
      try {
        logged.close();
      } finally {
        left(current, before);
      }
    };
  }

  @SuppressWarnings("MustBeClosedChecker") // It stays: it is the context of the caller.
  private static void left(io.opentelemetry.context.Scope current, Context before) {
    try {
      current.close();
    } finally {
      if (!Context.current().equals(before)) {
        // A handler has left a span current, and OpenTelemetry then ignores the call above.
        before.makeCurrent();
      }
    }
  }

  private static Scope logged(SpanContext ids) {
    Scope trace = logged(SpanNames.LOGGED_TRACE, ids.getTraceId());
    Scope place = logged(SpanNames.LOGGED_SPAN, ids.getSpanId());
    return () -> {
      place.close();
      trace.close();
    };
  }

  private static Scope logged(String field, String value) {
    Optional<String> before = Optional.ofNullable(MDC.get(field));
    if (before.filter(value::equals).isPresent()) {
      // Most spans are in the trace of the span around them, and some loggers copy all fields here.
      return () -> {};
    }
    MDC.put(field, value);
    return () -> before.ifPresentOrElse(it -> MDC.put(field, it), () -> MDC.remove(field));
  }

  @Override
  public void failed(Throwable thrown) {
    failed(thrown.getClass().getName());
  }

  /** Sets the status without a description: messages of exceptions may be personal. */
  public final void failed(String type) {
    span.setStatus(StatusCode.ERROR).setAttribute(SpanNames.ERROR_TYPE, type);
  }

  @Override
  public final void close() {
    span.end();
  }
}
