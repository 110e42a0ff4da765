package dev.effectivelyonce.local.eventsource;

/** Something that invokes a function by itself. */
public interface EventSource extends AutoCloseable {
  /** Begins no further invocation, and waits a little for running ones. */
  @Override
  void close();
}
