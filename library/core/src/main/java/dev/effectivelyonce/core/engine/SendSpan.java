package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.engine.DeliverySpan.Relation;
import dev.effectivelyonce.core.record.TraceParent;

/** The span of messages that are sent outside of a delivery. */
public interface SendSpan extends TraceSpan {
  /** Links this span to that of the attempt that a record names. */
  void link(Relation relation, TraceParent attempt);

  /** Notes the result, such as {@code published}. */
  void ended(String outcome);

  /** Notes that the work failed, for a reason of which there are few. */
  void failed(String reason);
}
