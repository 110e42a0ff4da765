package dev.effectivelyonce.benchmarks.scenario;

import java.time.Duration;

/**
 * What every subject is measured with.
 *
 * @param latency added to each request to the store
 */
public record Scenario(Shape shape, Duration latency, Task task, Effort effort) {
  /** With a handler that ends at once. */
  public Scenario(Shape shape, Duration latency, Effort effort) {
    this(shape, latency, Task.NOTHING, effort);
  }

  /** What tables call it. */
  public String title() {
    return task == Task.NOTHING ? shape.title() : shape.title() + ", " + task.title();
  }
}
