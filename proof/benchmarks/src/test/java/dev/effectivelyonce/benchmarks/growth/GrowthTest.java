package dev.effectivelyonce.benchmarks.growth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.contentOf;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GrowthTest {
  @Test
  void eachStepHasItsFiguresAndEachTableItsPlaceInAPage() {
    Map<String, String> tables =
        new Growth(line -> {}, new Growth.Extent(List.of(1_000, 2_000), List.of(1, 4), 2)).run();

    assertThat(tables.getOrDefault("growth-records", "").lines().skip(2))
        .hasSize(2)
        .allSatisfy(row -> assertThat(row).matches("\\| +[12],000( \\| +\\d+(\\.\\d)?){5} \\|"));
    assertThat(tables.getOrDefault("growth-invocations", "").lines().skip(2))
        .hasSize(2)
        .allSatisfy(row -> assertThat(row).matches("\\| +[14]( \\| +[\\d,]+(\\.\\d)?){3} \\|"));
    String page = contentOf(Path.of("..", "..", "docs", "growth.md").toFile());
    assertThat(tables.keySet())
        .allSatisfy(it -> assertThat(page).containsOnlyOnce("<!-- figures: " + it + " -->\n"));
  }
}
