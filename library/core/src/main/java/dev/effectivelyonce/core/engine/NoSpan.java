package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.record.TraceParent;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import java.util.Optional;

/** The span of what is not traced. */
enum NoSpan implements DeliverySpan, SendSpan {
  /** The only one. */
  NONE;

  /** The scope of what is not traced. */
  static final Scope NO_SCOPE = () -> {};

  @Override
  public Optional<TraceParent> traceParent() {
    return Optional.empty();
  }

  @Override
  public void link(Relation relation, TraceParent attempt) {}

  @Override
  public void onTransition(Transition transition) {}

  @Override
  public TraceSpan handler(int attempt) {
    return this;
  }

  @Override
  public TraceSpan step(String name) {
    return this;
  }

  @Override
  public TraceSpan request(Verb verb) {
    return this;
  }

  @Override
  public Scope enter() {
    return NO_SCOPE;
  }

  @Override
  public void failed(Throwable thrown) {}

  @Override
  public void ended(String outcome) {}

  @Override
  public void failed(String reason) {}

  @Override
  public void close() {}
}
