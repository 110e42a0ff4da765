package dev.effectivelyonce.core.handler;

/**
 * Writes that are to happen together with the completion of an attempt, as a whole or not at all. A
 * value: nothing happens before the handler returns it in {@link HandlerResult#commit(Effects)}.
 * Made by the module of the store that carries them out, and of use to that store alone.
 */
public interface Effects {}
