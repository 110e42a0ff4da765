package dev.effectivelyonce.core.store;

/** What the stack tells a function about the store of its records. */
public interface StoreSettings {
  /** The idempotency table. */
  String tableName();

  /** Which records the store lists. */
  Listing listing();
}
