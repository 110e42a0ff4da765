package dev.effectivelyonce.core.handler;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Writes that are committed together with the completion of an attempt, as a whole or not at all.
 * They are a value: nothing is written before the handler returns them in {@link
 * HandlerResult#commit(Effects)}. Each store's module creates its own effects, and only that store
 * can carry them out.
 */
public interface Effects {
  /** Runs the code of a user. */
  @FunctionalInterface
  interface CodeRunner {
    /** Runs the code, and returns or throws what it does. */
    <T extends @Nullable Object> T run(Callable<T> code) throws Exception;
  }

  /**
   * Returns whether the effects yield the attempt's value, such as an id that the store generates.
   * The value is known once the effects are carried out, and is kept in the same transaction.
   * Default: false.
   */
  default boolean yieldsValue() {
    return false;
  }

  /**
   * Returns the same effects, but whose code of the user, if they have any, is run by a runner.
   * Default: they have none.
   */
  default Effects runBy(CodeRunner runner) {
    return this;
  }
}
