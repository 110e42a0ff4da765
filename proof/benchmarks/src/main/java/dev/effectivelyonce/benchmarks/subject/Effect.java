package dev.effectivelyonce.benchmarks.subject;

import java.util.concurrent.atomic.LongAdder;

/** The handler of every subject: it does next to nothing, so that what is measured is the rest. */
public final class Effect {
  private final LongAdder runs = new LongAdder();

  Receipt apply(Order order) {
    runs.increment();
    return new Receipt(order.orderId(), order.totalCents());
  }

  /** How often the handler ran. */
  public long runs() {
    return runs.sum();
  }
}
