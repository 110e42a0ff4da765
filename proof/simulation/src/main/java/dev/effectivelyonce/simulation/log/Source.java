package dev.effectivelyonce.simulation.log;

import java.util.List;

/** Where records are, and what invokes a function with them. */
public interface Source {
  /** A producer writes a record. */
  void add(String key, String body);

  /** The records that are not done, as far as the source knows. */
  List<LogRecord> left();

  /** Whether nothing is left, and nothing is running. */
  boolean isIdle();

  /** Others poll from now on; what runs goes on, and nothing comes of its answer. */
  void rebalance();

  /** An operator sets a position back, where there is one. */
  void rewind();
}
