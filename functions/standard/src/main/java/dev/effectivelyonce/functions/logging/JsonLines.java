package dev.effectivelyonce.functions.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.util.Map;
import net.logstash.logback.composite.loggingevent.ThrowableClassNameJsonProvider;
import net.logstash.logback.encoder.LogstashEncoder;
import net.logstash.logback.fieldnames.LogstashCommonFieldNames;
import net.logstash.logback.fieldnames.LogstashFieldNames;
import org.slf4j.Logger;

/**
 * Sets Logback up: each event is a line of standard output, which Lambda sends to CloudWatch Logs.
 * The line is a JSON object with {@code time}, {@code level}, {@code logger} and {@code message}.
 * Beside them it has the key values of the event and of the thread's context. It has {@code
 * exception} and {@code stackTrace} if there is one.
 *
 * <p>The set-up is a class, since reading the same from XML takes a cold start longer than all else
 * that Logback does.
 */
public final class JsonLines extends ContextAwareBase implements Configurator {
  private static final String LEVEL = "LOG_LEVEL";

  private final Map<String, String> environment;

  /** Creates the configurator that Logback loads, from the function's environment. */
  public JsonLines() {
    this(System.getenv());
  }

  /**
   * @param environment where {@code LOG_LEVEL} is the lowest level that is written, INFO by default
   */
  JsonLines(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    ConsoleAppender<ILoggingEvent> lines = new ConsoleAppender<>();
    lines.setContext(context);
    lines.setEncoder(encoder(context));
    lines.start();
    ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.toLevel(environment.getOrDefault(LEVEL, "").strip(), Level.INFO));
    root.addAppender(lines);
    context.getLogger("software.amazon.awssdk").setLevel(Level.WARN);
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  static Encoder<ILoggingEvent> encoder(LoggerContext context) {
    ThrowableClassNameJsonProvider exception = new ThrowableClassNameJsonProvider();
    exception.setFieldName("exception");
    exception.setUseSimpleClassName(false);
    LogstashEncoder encoder = new LogstashEncoder();
    encoder.setContext(context);
    encoder.setFieldNames(names());
    encoder.setTimeZone("UTC");
    encoder.setTimestampPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'");
    encoder.addProvider(exception);
    encoder.start();
    return encoder;
  }

  private static LogstashFieldNames names() {
    LogstashFieldNames names = new LogstashFieldNames();
    names.setTimestamp("time");
    names.setLogger("logger");
    names.setStackTrace("stackTrace");
    names.setVersion(LogstashCommonFieldNames.IGNORE_FIELD_INDICATOR);
    names.setThread(LogstashCommonFieldNames.IGNORE_FIELD_INDICATOR);
    names.setLevelValue(LogstashCommonFieldNames.IGNORE_FIELD_INDICATOR);
    return names;
  }
}
