package dev.effectivelyonce.spring;

import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;

/** The handler of one message, which is closed in the end, whether it ran or not. */
interface ClosableHandler extends Handler, AutoCloseable {
  /** Must not throw. */
  @Override
  void close();

  /** Returns a handler that has nothing to close. */
  static ClosableHandler of(Handler handler) {
    return new ClosableHandler() {
      @Override
      public HandlerResult handle(Attempt attempt) throws Exception {
        return handler.handle(attempt);
      }

      @Override
      public void close() {}
    };
  }
}
