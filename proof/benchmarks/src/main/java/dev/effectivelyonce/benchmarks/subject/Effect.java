package dev.effectivelyonce.benchmarks.subject;

import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/**
 * The handler of every subject. It does next to nothing, or it waits: what is measured is the rest.
 */
public final class Effect {
  private final Duration handling;
  private final LongAdder runs = new LongAdder();

  private Effect(Duration handling) {
    this.handling = handling;
  }

  /** Ends at once. */
  public static Effect immediate() {
    return new Effect(Duration.ZERO);
  }

  /** Waits, as for a service that it calls. */
  public static Effect taking(Duration handling) {
    return new Effect(handling);
  }

  Receipt apply(Order order) {
    if (handling.isPositive()) {
      await();
    }
    runs.increment();
    return new Receipt(order.orderId(), order.totalCents());
  }

  private void await() {
    try {
      Thread.sleep(handling);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted in the handler of a benchmark", e);
    }
  }

  /** How often the handler ran. */
  public long runs() {
    return runs.sum();
  }
}
