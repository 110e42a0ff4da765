package dev.effectivelyonce.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.metrics.MetricLine;
import dev.effectivelyonce.testkit.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OutboxMetricsTest {
  private final ManualClock clock = new ManualClock();
  private final List<String> lines = new ArrayList<>();
  private final MetricLine line = new MetricLine("Outbox", lines::add);
  private final OutboxReport report =
      new OutboxReport(
          5, 4, 3, 2, Map.of("fulfilment", Duration.ofSeconds(7), "audit", Duration.ZERO));

  @Test
  void aPublisherWritesItsCounts() {
    OutboxMetrics.ofPublisher(line, clock).observe(report);

    assertThat(lines)
        .singleElement()
        .asString()
        .contains("\"outbox.published\":5", "\"outbox.held\":3", "\"outbox.unsendable\":2")
        .doesNotContain("outbox.oldest");
  }

  @Test
  void aSweeperWritesTheAgeOfWhatItLeftByDestination() {
    OutboxMetrics.ofSweeper(line, clock).observe(report);

    assertThat(lines).hasSize(3);
    assertThat(lines.getFirst())
        .contains("\"outbox.published\":5", "\"Dimensions\":[[\"function\"]]")
        .doesNotContain("outbox.oldest");
    assertThat(lines.stream().filter(it -> it.contains("\"destination\":\"fulfilment\"")))
        .singleElement()
        .asString()
        .contains(
            "\"Dimensions\":[[\"function\",\"destination\"]]",
            "\"function\":\"Outbox\"",
            "\"outbox.oldest\":7000");
    assertThat(lines.stream().filter(it -> it.contains("\"destination\":\"audit\"")))
        .singleElement()
        .asString()
        .contains("\"outbox.oldest\":0");
  }

  @Test
  void aRunThatFailedIsCounted() {
    OutboxMetrics.ofSweeper(line, clock).failed(new NoClassDefFoundError("a class"));

    assertThat(lines)
        .singleElement()
        .asString()
        .contains("\"outbox.failed\":1")
        .doesNotContain("a class");
  }

  @Test
  void theHandlersAreMadeOfTheFunctionsEnvironmentAlone() {
    Map<String, String> environment = new HashMap<>();
    environment.put(EnvironmentVariables.OUTBOX_TABLE, "outbox");
    assertThatThrownBy(() -> new OutboxPublisher(environment, clock))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("AWS_LAMBDA_FUNCTION_NAME");

    environment.put("AWS_LAMBDA_FUNCTION_NAME", "Outbox");

    assertThat(new OutboxPublisher(environment, clock)).isNotNull();
    assertThat(new OutboxSweeper(environment, clock)).isNotNull();
  }
}
