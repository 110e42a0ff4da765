package dev.effectivelyonce.batch;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * Adds the current message to every log line of this thread, the handler's lines too, see {@link
 * SourceMessage#logFields}. Closing it restores the values that were there before.
 */
final class LogContext implements AutoCloseable {
  private final Map<String, @Nullable String> before = new HashMap<>();

  private LogContext() {}

  static LogContext of(SourceMessage message) {
    LogContext context = new LogContext();
    message.logFields().forEach(context::put);
    return context;
  }

  private void put(String name, Optional<String> value) {
    before.put(name, MDC.get(name));
    set(name, value.orElse(null));
  }

  @Override
  public void close() {
    before.forEach(LogContext::set);
  }

  private static void set(String name, @Nullable String value) {
    // Most messages have no trace, and a change is a copy of all values in some backends.
    if (Objects.equals(value, MDC.get(name))) {
      return;
    }
    if (value == null) {
      MDC.remove(name);
    } else {
      MDC.put(name, value);
    }
  }
}
