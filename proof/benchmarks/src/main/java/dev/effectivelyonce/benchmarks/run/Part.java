package dev.effectivelyonce.benchmarks.run;

import java.util.Locale;

/** What takes minutes, and can be run by itself. */
public enum Part {
  /** Serial round trips, requests and capacity, with the cache and without it. */
  REQUESTS,
  /** Processor time and allocation without I/O. */
  CPU;

  /** The name of its table's place in a page. */
  public String place() {
    return name().toLowerCase(Locale.ROOT);
  }
}
