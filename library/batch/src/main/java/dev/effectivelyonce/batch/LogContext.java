package dev.effectivelyonce.batch;

import java.util.Map;
import java.util.Optional;
import org.slf4j.MDC;

/**
 * Adds the current message to every log line of this thread, the handler's lines too, see {@link
 * SourceMessage#logFields}. Closing it restores the values that were there before.
 */
final class LogContext implements AutoCloseable {
  private final Optional<Map<String, String>> before =
      Optional.ofNullable(MDC.getCopyOfContextMap());

  private LogContext() {}

  static LogContext of(SourceMessage message) {
    LogContext context = new LogContext();
    message.logFields().forEach(context::set);
    return context;
  }

  @Override
  public void close() {
    before.ifPresentOrElse(MDC::setContextMap, MDC::clear);
  }

  private void set(String name, Optional<String> value) {
    if (value.isPresent()) {
      MDC.put(name, value.get());
    } else if (before.isPresent() && before.get().containsKey(name)) {
      // Most messages have no trace, and a change is a copy of all values in some backends.
      MDC.remove(name);
    }
  }
}
