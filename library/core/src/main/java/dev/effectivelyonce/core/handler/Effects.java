package dev.effectivelyonce.core.handler;

/**
 * Writes that happen together with the completion of an attempt, as a whole or not at all. They are
 * a value: nothing happens before the handler returns it in {@link HandlerResult#commit(Effects)}.
 * The module of a store makes them, and only that store can carry them out.
 */
public interface Effects {}
