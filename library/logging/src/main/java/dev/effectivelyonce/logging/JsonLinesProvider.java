package dev.effectivelyonce.logging;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.helpers.BasicMDCAdapter;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * Writes what is logged to standard output, which Lambda sends to CloudWatch Logs: each event is
 * one line, a JSON object with {@code time}, {@code level}, {@code logger} and {@code message}, the
 * key values of the event and of the thread's context beside them, and {@code exception} and {@code
 * stackTrace} where there is one. On the class path it is found by itself.
 *
 * <p>The environment variable {@value LogLevels#VARIABLE} is the lowest level that is written, INFO
 * by default. Of the AWS SDK warnings and errors alone are written.
 */
public final class JsonLinesProvider implements SLF4JServiceProvider {
  private final BasicMDCAdapter context = new BasicMDCAdapter();
  private final IMarkerFactory markers = new BasicMarkerFactory();
  private final ILoggerFactory loggers;

  /** For SLF4J. */
  public JsonLinesProvider() {
    this.loggers =
        new JsonLoggers(
            LogLevels.of(System.getenv()),
            new JsonLines(Clock.systemUTC(), context, JsonLinesProvider::toStandardOutput));
  }

  @Override
  public ILoggerFactory getLoggerFactory() {
    return loggers;
  }

  @Override
  public IMarkerFactory getMarkerFactory() {
    return markers;
  }

  @Override
  public MDCAdapter getMDCAdapter() {
    return context;
  }

  @Override
  public String getRequestedApiVersion() {
    return "2.0.99";
  }

  @Override
  public void initialize() {}

  private static void toStandardOutput(String line) {
    byte[] whole = (line + "\n").getBytes(StandardCharsets.UTF_8);
    // Lambda sets the stream when it starts: ask for it at each line. One write keeps a line whole.
    System.out.write(whole, 0, whole.length);
    System.out.flush();
  }
}
