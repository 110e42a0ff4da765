package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.LogSanitizer;
import java.time.Instant;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.helpers.NOPLoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * Logs each transition as one line with the fields {@code consumer}, {@code keyHash}, {@code
 * attempt}, {@code owner} and {@code outcome}: starts at debug level, ends and starts without a
 * claim at info, and ends that need someone's attention at warn. A release is logged at warn if the
 * handler threw, or returned something that is not a valid result; its line then has the type of
 * the exception and the place that threw it. A message that could not be read has only {@code
 * consumer}, {@code outcome} and {@code why}. This observer never logs a business key in clear text
 * or the message of an exception; {@link #exceptions()} logs the latter.
 */
public final class LoggingObserver implements TransitionObserver {
  private static final String NAME = "dev.effectivelyonce";

  private final Logger log = LoggerFactory.getLogger(NAME);
  private final AtomicBoolean isUngroupedTold = new AtomicBoolean();

  // Said once for a process, however many consumers it has; the search takes longer than the rest
  // of a consumer's start.
  static {
    if (hasNoProvider()) {
      System.err.println(
          "effectively-once: there is no SLF4J provider on the class path, so the log has no line"
              + " of any outcome (EXECUTED, DUPLICATE, FAILED, HELD, …) or fault. Add one, such as"
              + " ch.qos.logback:logback-classic");
    }
  }

  /**
   * Creates an observer. The first one prints a warning on standard error if there is no logging
   * provider.
   */
  public LoggingObserver() {}

  /**
   * Returns an observer that logs the exceptions of handlers with their messages and stack traces,
   * at warn level, in addition to the lines of this observer. Add it only if the log may contain
   * whatever exception messages quote, such as personal data.
   */
  public static TransitionObserver exceptions() {
    Logger log = LoggerFactory.getLogger(NAME);
    return transition ->
        transition
            .thrown()
            .ifPresent(
                thrown ->
                    line(log.atWarn(), transition)
                        .setCause(thrown)
                        .log("The handler ended by an exception"));
  }

  /** Returns whether there is no provider; one that logs nothing, such as slf4j-nop, is one. */
  private static boolean hasNoProvider() {
    return LoggerFactory.getILoggerFactory() instanceof NOPLoggerFactory
        && ServiceLoader.load(SLF4JServiceProvider.class, LoggerFactory.class.getClassLoader())
            .findFirst()
            .isEmpty();
  }

  @Override
  public void onTransition(Transition transition) {
    Level level = level(transition);
    // Looked at first: most of what a line says is made for it.
    if (log.isEnabledForLevel(level)) {
      write(transition, level);
    }
  }

  private void write(Transition transition, Level level) {
    LoggingEventBuilder line =
        line(log.atLevel(level), transition)
            .addKeyValue("elapsedMillis", transition.elapsed().toMillis());
    transition
        .why()
        .map(why -> line.addKeyValue("why", LogSanitizer.oneLine(why.text())))
        .orElse(line)
        .log(transition.kind().name());
  }

  private static LoggingEventBuilder line(LoggingEventBuilder line, Transition transition) {
    return line.addKeyValue("consumer", transition.consumer().value())
        .addKeyValue("keyHash", transition.id().keyHash())
        .addKeyValue("attempt", transition.attempt())
        .addKeyValue("owner", transition.owner().value())
        .addKeyValue("outcome", transition.kind().name());
  }

  /** {@inheritDoc} The message's own fields are in the logging context. */
  @Override
  public void onUnreadable(UnreadMessage message) {
    log.atWarn()
        .addKeyValue("consumer", message.consumer().value())
        .addKeyValue("outcome", message.kind().name())
        .addKeyValue("why", LogSanitizer.oneLine(message.why().text()))
        .log(message.kind().name());
  }

  /** {@inheritDoc} This is logged only once, because it may happen in each batch. */
  @Override
  public void onUngrouped(ConsumerName consumer, int writes, Instant at) {
    if (isUngroupedTold.compareAndSet(false, true)) {
      log.warn(
          "A group of {} writes of {} went one by one, which costs time and requests. It is said"
              + " once; the metric \"ungrouped\" counts such writes",
          writes,
          consumer.value());
    }
  }

  private static Level level(Transition transition) {
    return switch (transition.kind()) {
      case CLAIMED, TAKEN_OVER -> Level.DEBUG;
      case EXECUTED, DUPLICATE, OTHER_PAYLOAD, IN_FLIGHT, NOT_STARTED, WOULD_SKIP -> Level.INFO;
      case RELEASED ->
          transition.thrown().isPresent()
                  || transition.why().filter(ErrorSummary::isRefused).isPresent()
              ? Level.WARN
              : Level.INFO;
      case FAILED,
          ALREADY_FAILED,
          HELD,
          KEY_REUSED,
          FOREIGN_DUPLICATE,
          SUPERSEDED,
          STORE_FAILED,
          UNRECORDED ->
          Level.WARN;
    };
  }
}
