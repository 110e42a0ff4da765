package dev.effectivelyonce.core.store;

/**
 * Makes a function's store from its environment. A module that can, such as
 * effectively-once-dynamodb, names its provider for {@link java.util.ServiceLoader}.
 */
@FunctionalInterface
public interface StoreProvider {
  /** Returns a store in the table of the settings. Sends no request. */
  IdempotencyStore storeOf(StoreSettings settings);
}
