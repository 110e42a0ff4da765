package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.store.IdempotencyStore;

/** The view that one delivery has of its consumer's store. Safe for use by many threads. */
@FunctionalInterface
public interface StoreView {
  /** Returns the store as the delivery sees it. */
  IdempotencyStore of(IdempotencyStore store, Request request);

  /** Returns the view that shows the store as it is. */
  static StoreView plain() {
    return (store, request) -> store;
  }
}
