package dev.effectivelyonce.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.EnvironmentVariables;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoppedSourceMetricsTest {
  private static final String FUNCTION_NAME = "AWS_LAMBDA_FUNCTION_NAME";
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-11-28T03:00:00Z"), ZoneOffset.UTC);

  private final List<String> lines = new ArrayList<>();
  private final SourceStates states =
      mapping -> mapping.equals("m-2") ? Optional.of("Disabled") : Optional.empty();

  @Test
  void eachSourceHasALineAndOneForThoseThatAreStopped() {
    Map<String, String> mappings = new LinkedHashMap<>();
    mappings.put("clicks", "m-1");
    mappings.put("turnover", "m-2");

    assertThat(
            new StoppedSourceMetrics(states, mappings, new MetricLine("Watch", lines::add), CLOCK)
                .write())
        .isEqualTo(Map.of("turnover", "Disabled"));
    assertThat(lines).hasSize(2);
    assertThat(lines.getFirst())
        .contains(
            "\"Namespace\":\"EffectivelyOnce\"",
            "\"function\":\"Watch\"",
            "\"consumer\":\"clicks\"",
            "\"source.stopped\":0");
    assertThat(lines.getLast()).contains("\"consumer\":\"turnover\"", "\"source.stopped\":1");
  }

  @Test
  void itIsMadeOfTheFunctionsEnvironment() {
    assertThat(
            StoppedSourceMetrics.of(
                    Map.of(
                        EnvironmentVariables.SOURCES,
                        "clicks=m-1,Outbox=m-2",
                        FUNCTION_NAME,
                        "Watch"),
                    states)
                .write())
        .containsOnlyKeys("Outbox");
    assertThat(StoppedSourceMetrics.of(Map.of(FUNCTION_NAME, "Watch"), states).write()).isEmpty();
    assertThatThrownBy(() -> StoppedSourceMetrics.of(Map.of(), states))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(FUNCTION_NAME);
  }

  @ParameterizedTest
  @ValueSource(strings = {"clicks", "clicks=", "=m-1", "clicks=m-1,", "clicks=m-1=2"})
  void sourcesThatCanNotBeReadAreRefusedWithTheRemedy(String sources) {
    Map<String, String> environment =
        Map.of(EnvironmentVariables.SOURCES, sources, FUNCTION_NAME, "Watch");

    assertThatThrownBy(() -> StoppedSourceMetrics.of(environment, states))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("EFFECTIVELY_ONCE_SOURCES")
        .hasMessageContaining("Set it to name=id");
  }
}
