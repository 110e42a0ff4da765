package dev.effectivelyonce.logging;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.helpers.BasicMDCAdapter;

class JsonLinesTest {
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-11-01T10:00:00.040Z"), ZoneOffset.UTC);

  private final BasicMDCAdapter context = new BasicMDCAdapter();
  private final List<String> lines = new ArrayList<>();
  private final JsonLoggers loggers =
      new JsonLoggers(new LogLevels(Level.INFO), new JsonLines(CLOCK, context, lines::add));
  private final Logger log = loggers.getLogger("com.example.Orders");

  @Test
  void anEventIsOneLineOfJson() throws JsonProcessingException {
    log.info("Order {} of {}", "O-1", 2);

    assertThat(lines)
        .containsExactly(
            "{\"time\":\"2026-11-01T10:00:00.040Z\",\"level\":\"INFO\","
                + "\"logger\":\"com.example.Orders\",\"message\":\"Order O-1 of 2\"}");
  }

  @Test
  void keyValuesAndTheThreadsContextStandBesideTheMessage() throws JsonProcessingException {
    context.put("messageId", "m-1");
    context.put("attempt", "none");

    log.atInfo().addKeyValue("attempt", 2).log("Claimed");

    assertThat(only())
        .containsEntry("message", "Claimed")
        .containsEntry("messageId", "m-1")
        .containsEntry("attempt", "2");
  }

  @Test
  void aKeyDoesNotHideTheEventsOwnFields() throws JsonProcessingException {
    log.atWarn().addKeyValue("level", "high").log("Flood");

    assertThat(only()).containsEntry("level", "WARN").containsEntry("level_", "high");
  }

  @Test
  void anExceptionHasItsTypeAndItsTrace() throws JsonProcessingException {
    log.error("Failed", new IllegalStateException("why"));

    assertThat(only())
        .containsEntry("exception", "java.lang.IllegalStateException")
        .containsEntry("message", "Failed");
    assertThat(only().get("stackTrace"))
        .startsWith("java.lang.IllegalStateException: why")
        .contains("at dev.effectivelyonce.logging.JsonLinesTest");
  }

  @Test
  void anyTextIsKeptOnOneLine() throws JsonProcessingException {
    String odd = "a \"quote\", a \\, a line\r\n, a tab\t, a bell\u0007, \u00e9 and \ud83d\ude00";

    log.info(odd);

    assertThat(lines.getFirst()).doesNotContain("\n").doesNotContain("\r");
    assertThat(only()).containsEntry("message", odd);
  }

  @Test
  void whatIsBelowTheLevelIsNotWritten() {
    log.debug("detail");
    log.atDebug().addKeyValue("a", 1).log("detail");
    log.trace("more");

    assertThat(lines).isEmpty();
    assertThat(log.isDebugEnabled()).isFalse();
    assertThat(log.isInfoEnabled()).isTrue();
    assertThat(log.isErrorEnabled()).isTrue();
  }

  @Test
  void aNameHasOneLogger() {
    assertThat(loggers.getLogger("com.example.Orders")).isSameAs(log);
  }

  @Test
  void slf4jFindsTheProvider() {
    assertThat(LoggerFactory.getILoggerFactory()).isInstanceOf(JsonLoggers.class);
  }

  private Map<String, String> only() throws JsonProcessingException {
    assertThat(lines).hasSize(1);
    return new ObjectMapper().readValue(lines.getFirst(), new TypeReference<>() {});
  }
}
