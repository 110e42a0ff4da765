package dev.effectivelyonce.core.engine;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.layout.PatternLayout;

/** What a logger and those below it write, at every level, until closed. */
public final class CapturedLog extends AbstractAppender implements AutoCloseable {
  private static final PatternLayout LAYOUT =
      PatternLayout.newBuilder().withPattern("%p %c %m %X %throwable").build();

  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final LoggerContext context = (LoggerContext) LogManager.getContext(false);
  private final String logger;

  private CapturedLog(String logger) {
    super("captured-" + logger, null, LAYOUT, true, Property.EMPTY_ARRAY);
    this.logger = logger;
  }

  /** Captures from now on. */
  public static CapturedLog of(String logger) {
    CapturedLog captured = new CapturedLog(logger);
    captured.start();
    LoggerConfig config = new LoggerConfig(logger, Level.ALL, false);
    config.addAppender(captured, Level.ALL, null);
    captured.context.getConfiguration().addLogger(logger, config);
    captured.context.updateLoggers();
    return captured;
  }

  /** Returns what was written so far. */
  public List<String> lines() {
    return List.copyOf(lines);
  }

  @Override
  public void append(LogEvent event) {
    lines.add(LAYOUT.toSerializable(event));
  }

  @Override
  public void close() {
    context.getConfiguration().removeLogger(logger);
    context.updateLoggers();
    stop();
  }
}
