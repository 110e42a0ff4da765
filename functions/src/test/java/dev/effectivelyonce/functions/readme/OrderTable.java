package dev.effectivelyonce.functions.readme;

import dev.effectivelyonce.core.handler.HandlerResult;
import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Stands for a reader's own table. */
final class OrderTable {
  private final Collection<Order> written = new ConcurrentLinkedQueue<>();

  HandlerResult write(Order order) {
    written.add(order);
    return HandlerResult.completed();
  }
}
