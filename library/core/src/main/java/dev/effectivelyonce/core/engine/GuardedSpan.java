package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.engine.DeliverySpan.Relation;
import dev.effectivelyonce.core.record.TraceParent;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A span whose exceptions have no effect on the work that is traced. */
class GuardedSpan implements TraceSpan {
  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

  private final TraceSpan span;

  private GuardedSpan(TraceSpan span) {
    this.span = span;
  }

  static TraceSpan of(Supplier<TraceSpan> begin) {
    TraceSpan begun = guarded(begin, TraceSpan.none());
    return begun instanceof NoSpan ? begun : new GuardedSpan(begun);
  }

  static DeliverySpan ofDelivery(Supplier<DeliverySpan> begin) {
    DeliverySpan begun = guarded(begin, DeliverySpan.none());
    return begun instanceof NoSpan ? begun : new OfDelivery(begun);
  }

  static SendSpan ofSend(Supplier<SendSpan> begin) {
    SendSpan begun = guarded(begin, NoSpan.NONE);
    return begun instanceof NoSpan ? begun : new OfSend(begun);
  }

  @Override
  public Scope enter() {
    Scope scope = guarded(span::enter, NoSpan.NO_SCOPE);
    return () -> guarded(scope::close);
  }

  @Override
  public void failed(Throwable thrown) {
    guarded(() -> span.failed(thrown));
  }

  @Override
  public void close() {
    guarded(span::close);
  }

  private static void guarded(Runnable call) {
    boolean ignored =
        guarded(
            () -> {
              call.run();
              return true;
            },
            false);
  }

  private static <T> T guarded(Supplier<T> call, T otherwise) {
    boolean wasInterrupted = Thread.currentThread().isInterrupted();
    try {
      return Objects.requireNonNull(call.get(), "a tracer returned null");
    } catch (Throwable thrown) {
      // Errors are caught too: a trace must not leave a claim behind, nor lose an outcome.
      LOG.warn("The tracer failed", thrown);
      return otherwise;
    } finally {
      if (!wasInterrupted) {
        // An interrupt that a tracer leaves behind would break the write that comes next.
        boolean ignored = Thread.interrupted();
      }
    }
  }

  /** The span of a delivery. */
  private static final class OfDelivery extends GuardedSpan implements DeliverySpan {
    private final DeliverySpan span;

    OfDelivery(DeliverySpan span) {
      super(span);
      this.span = span;
    }

    @Override
    public Optional<TraceParent> traceParent() {
      return guarded(span::traceParent, Optional.empty());
    }

    @Override
    public void link(Relation relation, TraceParent attempt) {
      guarded(() -> span.link(relation, attempt));
    }

    @Override
    public void onTransition(Transition transition) {
      guarded(() -> span.onTransition(transition));
    }

    @Override
    public TraceSpan handler(int attempt) {
      return of(() -> span.handler(attempt));
    }

    @Override
    public TraceSpan step(String name) {
      return of(() -> span.step(name));
    }

    @Override
    public TraceSpan request(Verb verb) {
      return of(() -> span.request(verb));
    }
  }

  /** The span of messages that are sent. */
  private static final class OfSend extends GuardedSpan implements SendSpan {
    private final SendSpan span;

    OfSend(SendSpan span) {
      super(span);
      this.span = span;
    }

    @Override
    public void link(Relation relation, TraceParent attempt) {
      guarded(() -> span.link(relation, attempt));
    }

    @Override
    public void ended(String outcome) {
      guarded(() -> span.ended(outcome));
    }

    @Override
    public void failed(String reason) {
      guarded(() -> span.failed(reason));
    }
  }
}
