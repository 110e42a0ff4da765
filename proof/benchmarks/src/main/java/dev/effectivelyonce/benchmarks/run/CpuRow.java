package dev.effectivelyonce.benchmarks.run;

import dev.effectivelyonce.benchmarks.meter.ProcessMeter.Used;
import dev.effectivelyonce.benchmarks.subject.Contender;

/**
 * What a message costs without I/O.
 *
 * @param below what stands below the library
 */
public record CpuRow(Below below, Contender contender, long messages, Used used) {
  /** What stands below a library whose processor time is measured. */
  public enum Below {
    /** A store that says yes at once: the library alone. */
    NOTHING("library alone"),
    /** The SDK, up to an HTTP client with canned answers. */
    SDK("library and AWS SDK, canned answers");

    private final String title;

    Below(String title) {
      this.title = title;
    }

    /** The name in tables. */
    public String title() {
      return title;
    }
  }

  /** Processor time of a message, in microseconds. */
  public double cpuMicrosPerMessage() {
    return used.processorTime().toNanos() / 1e3 / messages;
  }

  /** Bytes that a message allocates. */
  public double allocatedBytesPerMessage() {
    return (double) used.allocatedBytes() / messages;
  }
}
