package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.engine.DeliverySpan.Relation;
import dev.effectivelyonce.core.record.TraceParent;

/** The span of messages that are sent outside of a delivery. */
public interface SendSpan extends TraceSpan {
  /** Links this span to that of the attempt that a record names. */
  void link(Relation relation, TraceParent attempt);

  /** Notes the outcome, such as {@code published}. Only {@link #close} ends the span. */
  void ended(String outcome);

  /** Notes that the work failed, by one of a few reasons, such as {@code not_deleted}. */
  void failed(String reason);
}
