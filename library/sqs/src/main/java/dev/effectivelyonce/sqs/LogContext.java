package dev.effectivelyonce.sqs;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * Adds the current message to every log line of this thread, the handler's lines too: {@code
 * messageId}, and of its trace {@code traceId}, {@code traceparent} and {@code xrayTraceId}, where
 * it has them. Closing it restores the values that were there before.
 */
final class LogContext implements AutoCloseable {
  private final Map<String, @Nullable String> before = new HashMap<>();

  private LogContext() {}

  static LogContext of(SqsMessage message) {
    TraceContext trace = TraceContext.of(message);
    LogContext context = new LogContext();
    context.put("messageId", Optional.of(message.messageId().orElse("none")));
    context.put("traceId", trace.traceId());
    context.put("traceparent", trace.traceparent());
    context.put("xrayTraceId", trace.xrayTraceId());
    return context;
  }

  /** Sets or removes a value: the invocation's would be taken for the message's. */
  private void put(String name, Optional<String> value) {
    before.put(name, MDC.get(name));
    set(name, value.orElse(null));
  }

  @Override
  public void close() {
    before.forEach(LogContext::set);
  }

  private static void set(String name, @Nullable String value) {
    if (value == null) {
      MDC.remove(name);
    } else {
      MDC.put(name, value);
    }
  }
}
