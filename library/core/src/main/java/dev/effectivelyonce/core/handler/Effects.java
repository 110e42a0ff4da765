package dev.effectivelyonce.core.handler;

/**
 * Writes that happen together with the completion of an attempt, as a whole or not at all. They are
 * a value: nothing happens before the handler returns it in {@link HandlerResult#commit(Effects)}.
 * The module of a store makes them, and only that store can carry them out.
 */
public interface Effects {
  /**
   * Returns whether they yield the attempt's value, such as an id that the store generates. It is
   * known once they are carried out, and kept in the same transaction. Default: they do not.
   */
  default boolean yieldsValue() {
    return false;
  }
}
