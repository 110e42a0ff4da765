package dev.effectivelyonce.powertools.sample;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Stands for the effect: the orders placed, one entry for each run. */
final class Orders {
  private final List<String> placed = new CopyOnWriteArrayList<>();

  void place(Order order) {
    placed.add(order.orderId());
  }

  List<String> placed() {
    return placed;
  }
}
