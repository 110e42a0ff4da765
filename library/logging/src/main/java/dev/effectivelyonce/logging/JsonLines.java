package dev.effectivelyonce.logging;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.KeyValuePair;
import org.slf4j.event.Level;
import org.slf4j.spi.MDCAdapter;

/** Writes each entry as one JSON object. Safe for use by many threads. */
final class JsonLines {
  /** What one call of a logger says. */
  record Entry(
      Level level,
      String logger,
      @Nullable String message,
      List<KeyValuePair> keyValues,
      @Nullable Throwable thrown) {}

  private final Clock clock;
  private final MDCAdapter context;
  private final Consumer<String> lines;

  /**
   * @param context of the thread that logs
   * @param lines takes each line, without a line break; by many threads at once
   */
  JsonLines(Clock clock, MDCAdapter context, Consumer<String> lines) {
    this.clock = clock;
    this.context = context;
    this.lines = lines;
  }

  void write(Entry entry) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("time", time(clock.instant()));
    fields.put("level", entry.level().name());
    fields.put("logger", entry.logger());
    fields.put("message", String.valueOf(entry.message()));
    Map<String, String> beside = context.getCopyOfContextMap();
    if (beside != null) {
      beside.forEach((name, value) -> putBeside(fields, name, value));
    }
    for (KeyValuePair pair : entry.keyValues()) {
      putBeside(fields, pair.key, String.valueOf(pair.value));
    }
    Throwable thrown = entry.thrown();
    if (thrown != null) {
      fields.put("exception", thrown.getClass().getName());
      fields.put("stackTrace", stackTrace(thrown));
    }
    lines.accept(JsonText.object(fields));
  }

  /** No value may hide the event's own fields. */
  private static void putBeside(Map<String, String> fields, String name, String value) {
    switch (name) {
      case "time", "level", "logger", "message", "exception", "stackTrace" ->
          fields.put(name + "_", value);
      default -> fields.put(name, value);
    }
  }

  /** With milliseconds, even if there are none, so that lines sort as text. */
  private static String time(Instant at) {
    String seconds = Instant.ofEpochSecond(at.getEpochSecond()).toString();
    String thousands = Integer.toString(1_000 + at.getNano() / 1_000_000);
    return seconds.substring(0, seconds.length() - 1) + "." + thousands.substring(1) + "Z";
  }

  private static String stackTrace(Throwable thrown) {
    StringWriter text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text));
    return text.toString();
  }
}
