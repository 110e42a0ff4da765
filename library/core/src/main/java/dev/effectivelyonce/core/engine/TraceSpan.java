package dev.effectivelyonce.core.engine;

import java.util.concurrent.Callable;

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
  static <T> T around(TraceSpan span, Callable<T> work) throws Exception {
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
