package dev.effectivelyonce.functions.readme;

import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Stands for a reader's own table. */
final class OrderTable {
  private final Collection<Order> written = new ConcurrentLinkedQueue<>();

  void write(Order order) {
    written.add(order);
  }
}
