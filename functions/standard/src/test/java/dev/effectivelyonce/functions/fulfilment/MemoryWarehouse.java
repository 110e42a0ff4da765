package dev.effectivelyonce.functions.fulfilment;

import dev.effectivelyonce.core.steps.StepFailedException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** A warehouse that remembers what it was asked, by order. */
final class MemoryWarehouse implements Warehouse {
  final Map<String, String> reserved = new HashMap<>();
  final Set<String> released = new HashSet<>();
  final Map<String, String> shipped = new HashMap<>();
  final Set<String> soldOut = new HashSet<>();
  final Set<String> recalled = new HashSet<>();

  @Override
  public Reservation reserve(String key, Purchase purchase) {
    if (soldOut.contains(purchase.orderId())) {
      throw new StepFailedException("The stock has too little");
    }
    reserved.putIfAbsent(key, purchase.orderId());
    return new Reservation(key);
  }

  @Override
  public void release(String key, Reservation reservation, Purchase purchase) {
    released.add(purchase.orderId());
  }

  @Override
  public void ship(String key, Reservation reservation, Purchase purchase) {
    if (recalled.contains(purchase.orderId())) {
      throw new StepFailedException("An article was recalled");
    }
    shipped.putIfAbsent(key, purchase.orderId());
  }
}
