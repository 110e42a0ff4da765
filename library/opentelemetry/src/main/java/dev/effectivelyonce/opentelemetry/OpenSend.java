package dev.effectivelyonce.opentelemetry;

import dev.effectivelyonce.core.engine.DeliverySpan.Relation;
import dev.effectivelyonce.core.engine.SendSpan;
import dev.effectivelyonce.core.record.TraceParent;
import io.opentelemetry.context.Context;

/** The span of messages that are sent outside of a delivery. */
final class OpenSend extends OpenSpan implements SendSpan {
  OpenSend(Context context) {
    super(context);
  }

  @Override
  public void link(Relation relation, TraceParent attempt) {
    linked(relation, spanContext(attempt));
  }

  @Override
  public void ended(String outcome) {
    span().setAttribute(SpanNames.OUTCOME, outcome);
  }
}
