package dev.effectivelyonce.core.engine;

/**
 * A span of a trace, such as that of a batch. It ends when it is closed, which may happen on
 * another thread. An exception that a method throws is logged and has no other effect.
 */
public interface TraceSpan extends AutoCloseable {
  /** The time in which a span is current on a thread. */
  interface Scope extends AutoCloseable {
    /** Makes current again what was current before. Called on the same thread. */
    @Override
    void close();
  }

  /** The work that a span covers. */
  @FunctionalInterface
  interface Work<T, E extends Exception> {
    /** Returns the value of the work. */
    T call() throws E;
  }

  /** Makes this span current on the calling thread, so that spans begun there are its children. */
  Scope enter();

  /** Notes that the work of this span ended by an exception, whose message may be personal. */
  void failed(Throwable thrown);

  /** Ends this span. */
  @Override
  void close();

  /** Returns a span that does nothing. */
  static TraceSpan none() {
    return NoSpan.NONE;
  }

  /** Returns the value of the work, which runs in the span, and ends the span. */
  static <T, E extends Exception> T around(TraceSpan span, Work<T, E> work) throws E {
    try (span;
        Scope ignored = span.enter()) {
      try {
        return work.call();
      } catch (Throwable thrown) {
        // Noted before the span ends: later it would be too late.
        span.failed(thrown);
        throw thrown;
      }
    }
  }
}
