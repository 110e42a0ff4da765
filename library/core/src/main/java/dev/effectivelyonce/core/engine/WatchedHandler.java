package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.MDC;

/**
 * A handler that remembers what it threw, and leaves the log context and the context class loader
 * of its thread as they were: the next message of the thread, and the next invocation, may be
 * another customer's. For one delivery.
 */
final class WatchedHandler implements Handler {
  private final Handler handler;
  private Optional<Throwable> thrown = Optional.empty();

  private WatchedHandler(Handler handler) {
    this.handler = handler;
  }

  /**
   * Returns the result of the delivery, whose end is recorded before the process is given up.
   *
   * @throws FatalProcessError if the handler showed that the process can't go on
   */
  static <T> T around(Handler handler, Function<Handler, T> delivery) {
    WatchedHandler watched = new WatchedHandler(handler);
    T outcome = delivery.apply(watched);
    watched.thrown.ifPresent(FatalProcessError::throwIfShownBy);
    return outcome;
  }

  @Override
  public HandlerResult handle(Attempt attempt) throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader loader = thread.getContextClassLoader();
    Optional<Map<String, String>> logged = Optional.ofNullable(MDC.getCopyOfContextMap());
    try {
      return handler.handle(attempt);
    } catch (Throwable error) {
      thrown = Optional.of(error);
      throw error;
    } finally {
      thread.setContextClassLoader(loader);
      logged.ifPresentOrElse(MDC::setContextMap, MDC::clear);
    }
  }
}
