package dev.effectivelyonce.benchmarks.run;

import java.util.Locale;

/** What takes minutes, and can be run by itself. */
public enum Part {
  /** Serial round trips, requests and capacity. */
  REQUESTS,
  /** Rows in DynamoDB, written in each way. */
  COMMITS,
  /** Messages that come again, with and without the cache. */
  CACHE,
  /** Processor time and allocation without I/O. */
  CPU;

  /** The name of its table's place in a page. */
  public String place() {
    return name().toLowerCase(Locale.ROOT);
  }
}
