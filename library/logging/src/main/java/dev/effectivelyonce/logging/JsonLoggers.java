package dev.effectivelyonce.logging;

import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.ILoggerFactory;
import org.slf4j.Logger;

/** The loggers, one for each name. */
final class JsonLoggers implements ILoggerFactory {
  private final ConcurrentHashMap<String, Logger> loggers = new ConcurrentHashMap<>();
  private final LogLevels levels;
  private final JsonLines lines;

  JsonLoggers(LogLevels levels, JsonLines lines) {
    this.levels = levels;
    this.lines = lines;
  }

  @Override
  public Logger getLogger(String name) {
    Logger known = loggers.get(name);
    return known != null
        ? known
        : loggers.computeIfAbsent(name, it -> new JsonLogger(it, levels.of(it), lines));
  }
}
