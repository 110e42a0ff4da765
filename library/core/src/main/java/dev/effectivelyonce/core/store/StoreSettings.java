package dev.effectivelyonce.core.store;

/** The settings of the store that the stack gives a function. */
public interface StoreSettings {
  /** The idempotency table. */
  String tableName();

  /** Returns which records the store lists. */
  Listing listing();
}
