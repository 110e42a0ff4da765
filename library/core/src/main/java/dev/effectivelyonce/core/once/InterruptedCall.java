package dev.effectivelyonce.core.once;

import dev.effectivelyonce.core.Causes;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The handler of one call, which remembers whether the calling thread was interrupted by its end,
 * or by that of the code in its effects. An interrupt would break the write that comes next, so it
 * is cleared; the caller gets it back at the end. Not thread-safe.
 */
final class InterruptedCall implements Handler, Effects.CodeRunner {
  private final Handler handler;
  private boolean isInterrupted;

  InterruptedCall(Handler handler) {
    this.handler = handler;
  }

  @Override
  public HandlerResult handle(Attempt attempt) throws Exception {
    HandlerResult result = run(() -> handler.handle(attempt));
    return result instanceof HandlerResult.Committing(Effects effects, Optional<Object> value)
        ? new HandlerResult.Committing(effects.runBy(this), value)
        : result;
  }

  @Override
  public <T extends @Nullable Object> T run(Callable<T> code) throws Exception {
    try {
      return code.call();
    } catch (Throwable e) {
      isInterrupted |= showsInterrupt(e);
      throw e;
    } finally {
      isInterrupted |= Thread.interrupted();
    }
  }

  /** The one who threw it has cleared the interrupt, unless that was of a thread it waited for. */
  private static boolean showsInterrupt(Throwable thrown) {
    return Causes.of(thrown)
        .takeWhile(it -> !(it instanceof ExecutionException || it instanceof CompletionException))
        .anyMatch(InterruptedException.class::isInstance);
  }

  /** Interrupts the calling thread again, if it was. */
  void restore() {
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
