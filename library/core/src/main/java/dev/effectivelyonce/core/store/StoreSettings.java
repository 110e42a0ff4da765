package dev.effectivelyonce.core.store;

/** The settings of the store that a function gets from its stack. */
public interface StoreSettings {
  /** Returns the name of the idempotency table. */
  String tableName();

  /** Returns which records the store lists. */
  Listing listing();
}
