package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.record.TraceParent;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import java.util.Optional;

/** The span of one delivery, which is used by one thread at a time. */
public interface DeliverySpan extends TraceSpan {
  /** What an attempt that a delivery found in its record is to the delivery. */
  enum Relation {
    /** It completed the event, of which this delivery is a duplicate. */
    WINNER,
    /** It was released or abandoned, and this delivery took the event over. */
    PREDECESSOR,
    /** It took the event over while the handler of this delivery ran. */
    SUCCESSOR,
    /** It holds the claim. */
    HOLDER,
    /** It failed for good. */
    FAILED,
    /** It left the event to an operator. */
    HELD,
    /** It had another payload with the same key. */
    OTHER_PAYLOAD
  }

  /** Returns the place of this span in its trace, which the record keeps; empty for none. */
  Optional<TraceParent> traceParent();

  /** Links this span to that of another attempt at the same record. */
  void link(Relation relation, TraceParent attempt);

  /** Receives a transition of this delivery. */
  void onTransition(Transition transition);

  /** Begins the span in which the handler runs. */
  TraceSpan handler(int attempt);

  /** Begins the span of a step of the handler. */
  TraceSpan step(String name);

  /** Begins the span of a request to the store. May be called by the thread of a heartbeat. */
  TraceSpan request(Verb verb);

  /** Returns a span that does nothing. */
  static DeliverySpan none() {
    return NoSpan.NONE;
  }
}
