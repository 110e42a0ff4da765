package dev.effectivelyonce.benchmarks.scenario;

import java.time.Duration;

/**
 * What every subject is measured with.
 *
 * @param latency added to each request to the store
 * @param handling how long the handler waits
 */
public record Scenario(Shape shape, Duration latency, Duration handling, Task task, Effort effort) {
  /** With a handler that waits, and does nothing else. */
  public Scenario(Shape shape, Duration latency, Duration handling, Effort effort) {
    this(shape, latency, handling, Task.NOTHING, effort);
  }

  /** With a handler that ends at once. */
  public Scenario(Shape shape, Duration latency, Effort effort) {
    this(shape, latency, Duration.ZERO, effort);
  }
}
