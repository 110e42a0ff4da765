package dev.effectivelyonce.logging;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.event.LoggingEvent;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.spi.LoggingEventAware;

/** Passes on what is logged at its level or above. */
final class JsonLogger extends LegacyAbstractLogger implements LoggingEventAware {
  private static final long serialVersionUID = 1L;

  private final transient Level lowest;
  private final transient JsonLines lines;

  JsonLogger(String name, Level lowest, JsonLines lines) {
    this.name = name;
    this.lowest = lowest;
    this.lines = lines;
  }

  @Override
  public boolean isTraceEnabled() {
    return isEnabled(Level.TRACE);
  }

  @Override
  public boolean isDebugEnabled() {
    return isEnabled(Level.DEBUG);
  }

  @Override
  public boolean isInfoEnabled() {
    return isEnabled(Level.INFO);
  }

  @Override
  public boolean isWarnEnabled() {
    return isEnabled(Level.WARN);
  }

  @Override
  public boolean isErrorEnabled() {
    return isEnabled(Level.ERROR);
  }

  @Override
  public void log(LoggingEvent event) {
    lines.write(
        new JsonLines.Entry(
            event.getLevel(),
            name,
            MessageFormatter.basicArrayFormat(event.getMessage(), event.getArgumentArray()),
            event.getKeyValuePairs() == null ? List.of() : event.getKeyValuePairs(),
            event.getThrowable()));
  }

  @Override
  protected void handleNormalizedLoggingCall(
      Level level,
      @Nullable Marker marker,
      @Nullable String pattern,
      Object @Nullable [] arguments,
      @Nullable Throwable thrown) {
    String message = MessageFormatter.basicArrayFormat(pattern, arguments);
    lines.write(new JsonLines.Entry(level, name, message, List.of(), thrown));
  }

  @Override
  protected @Nullable String getFullyQualifiedCallerName() {
    return null;
  }

  private boolean isEnabled(Level level) {
    return level.toInt() >= lowest.toInt();
  }
}
