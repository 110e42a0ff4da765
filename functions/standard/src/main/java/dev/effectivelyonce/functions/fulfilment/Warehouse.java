package dev.effectivelyonce.functions.fulfilment;

import dev.effectivelyonce.core.steps.StepFailedException;

/** Keeps articles back and ships them. Each call happens once for a key. */
interface Warehouse {
  /**
   * Takes the items from the stock.
   *
   * @throws StepFailedException if there are too few
   */
  Reservation reserve(String key, Purchase purchase);

  /** Puts the items back into the stock. */
  void release(String key, Reservation reservation, Purchase purchase);

  /**
   * Hands the items to the carrier.
   *
   * @throws StepFailedException if one of them has been recalled since
   */
  void ship(String key, Reservation reservation, Purchase purchase);
}
