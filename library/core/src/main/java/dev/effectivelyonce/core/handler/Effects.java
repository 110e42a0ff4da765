package dev.effectivelyonce.core.handler;

/**
 * Writes that are committed together with the completion of an attempt, as a whole or not at all.
 * They are a value: nothing is written before the handler returns them in {@link
 * HandlerResult#commit(Effects)}. Each store's module creates its own effects, and only that store
 * can carry them out.
 */
public interface Effects {
  /**
   * Returns whether the effects yield the attempt's value, such as an id that the store generates.
   * The value is known once the effects are carried out, and is kept in the same transaction.
   * Default: false.
   */
  default boolean yieldsValue() {
    return false;
  }
}
