package dev.effectivelyonce.core.once;

import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;

/**
 * The handler of one call, which remembers whether the calling thread was interrupted by its end.
 * The engine clears an interrupt, which would break its write; the caller gets it back after that.
 * Not thread-safe.
 */
final class InterruptedCall implements Handler {
  private final Handler handler;
  private boolean isInterrupted;

  InterruptedCall(Handler handler) {
    this.handler = handler;
  }

  @Override
  public HandlerResult handle(Attempt attempt) throws Exception {
    try {
      return handler.handle(attempt);
    } catch (InterruptedException e) {
      // The one who threw it has cleared the interrupt.
      isInterrupted = true;
      throw e;
    } finally {
      isInterrupted |= Thread.interrupted();
    }
  }

  /** Interrupts the calling thread again, if it was. */
  void restore() {
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
