package dev.effectivelyonce.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.effectivelyonce.core.engine.MetricNames;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MetricLineTest {
  private final Lines lines = new Lines();

  @Test
  void aLineHasCountsAndDurationsWithTheirUnits() {
    new MetricLine("publisher", lines)
        .write(
            Instant.ofEpochMilli(1_000),
            Map.of(MetricNames.OUTBOX_PUBLISHED, 3L),
            Map.of(MetricNames.OUTBOX_OLDEST, Duration.ofSeconds(2)));

    JsonNode line = lines.all().getFirst();
    assertThat(line.path("function").asText()).isEqualTo("publisher");
    assertThat(line.path("outbox.published").asInt()).isEqualTo(3);
    assertThat(line.path("outbox.oldest").asInt()).isEqualTo(2_000);
    assertThat(line.at("/_aws/CloudWatchMetrics/0/Metrics").findValuesAsText("Unit"))
        .containsExactly("Count", "Milliseconds");
  }
}
