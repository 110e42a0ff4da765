package dev.effectivelyonce.integration.stack;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Runs tasks side by side however few processors there are, which the common pool does not. */
public final class Aside {
  private Aside() {}

  /** Starts a task on a thread of its own. */
  public static <T> CompletableFuture<T> start(Supplier<T> task) {
    return CompletableFuture.supplyAsync(task, run -> Thread.ofVirtual().start(run));
  }
}
