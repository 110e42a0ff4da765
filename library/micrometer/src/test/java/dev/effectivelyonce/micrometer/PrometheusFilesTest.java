package dev.effectivelyonce.micrometer;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A query for a series that nobody writes is silent for ever. */
class PrometheusFilesTest {
  private static final Path FOLDER = Path.of("..", "..", "docs", "prometheus");
  private static final Pattern SERIES = Pattern.compile("effectivelyonce_\\w+");

  @Test
  void theDashboardShowsEveryCountAndDuration() throws IOException {
    Set<String> shown = series(Files.readString(FOLDER.resolve("grafana.json")));

    assertThat(scraped()).containsAll(shown);
    assertThat(shown)
        .containsAll(scraped().stream().filter(it -> it.matches(".*_(total|max)")).toList());
  }

  @Test
  void alertsAskForSeriesThatThereAre() throws IOException {
    Set<String> asked = series(Files.readString(FOLDER.resolve("alerts.yaml")));

    assertThat(asked).hasSize(7);
    assertThat(scraped()).containsAll(asked);
  }

  private static Set<String> scraped() {
    PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    MicrometerObserver unused = new MicrometerObserver(prometheus).register("orders");
    return series(prometheus.scrape().replaceAll("(?m)^#.*", ""));
  }

  private static Set<String> series(String text) {
    return SERIES.matcher(text).results().map(MatchResult::group).collect(toSet());
  }
}
