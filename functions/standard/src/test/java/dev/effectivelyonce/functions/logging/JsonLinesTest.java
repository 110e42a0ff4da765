package dev.effectivelyonce.functions.logging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.event.KeyValuePair;

/** What {@code docs/reference.md} and {@code docs/operations.md} say of the log. */
class JsonLinesTest {
  private final LoggerContext context = new LoggerContext();

  JsonLinesTest() {
    context.setMDCAdapter(new LogbackMDCAdapter());
  }

  @Test
  void anEventIsOneFlatLine() {
    LoggingEvent event = event(null);
    event.setKeyValuePairs(
        List.of(new KeyValuePair("keyHash", "abc"), new KeyValuePair("attempt", 2)));
    event.setMDCPropertyMap(Map.of("messageId", "m-1"));

    assertThat(line(event))
        .isEqualTo(
            "{\"time\":\"2026-11-21T00:00:00.500Z\",\"message\":\"say \\\"hello\\\"\\n\","
                + "\"logger\":\"some.Logger\",\"level\":\"INFO\",\"messageId\":\"m-1\","
                + "\"keyHash\":\"abc\",\"attempt\":2}"
                + System.lineSeparator());
  }

  @Test
  void anExceptionIsNamedAndItsTraceStaysInTheLine() {
    String line = line(event(new IllegalStateException("boo")));

    assertThat(line)
        .contains("\"exception\":\"java.lang.IllegalStateException\"")
        .contains("\"stackTrace\":\"java.lang.IllegalStateException: boo\\n\\tat ");
    assertThat(line.lines()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"debug,DEBUG", "WARN,WARN", "'',INFO", "loud,INFO"})
  void theEnvironmentNamesTheLowestLevel(String named, String lowest) {
    new JsonLines(Map.of("LOG_LEVEL", named)).configure(context);

    assertThat(context.getLogger("some.Logger").getEffectiveLevel())
        .isEqualTo(Level.toLevel(lowest));
  }

  @Test
  void ofTheSdkWarningsAreWritten() {
    new JsonLines(Map.of()).configure(context);

    assertThat(context.getLogger("software.amazon.awssdk.request").getEffectiveLevel())
        .isEqualTo(Level.WARN);
  }

  private LoggingEvent event(@Nullable Throwable thrown) {
    LoggingEvent event =
        new LoggingEvent(
            "", context.getLogger("some.Logger"), Level.INFO, "say \"hello\"\n", thrown, null);
    event.setInstant(Instant.parse("2026-11-21T00:00:00.5Z"));
    return event;
  }

  private String line(LoggingEvent event) {
    return new String(JsonLines.encoder(context).encode(event), UTF_8);
  }
}
