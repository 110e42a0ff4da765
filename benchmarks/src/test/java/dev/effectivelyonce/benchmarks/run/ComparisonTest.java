package dev.effectivelyonce.benchmarks.run;

import static dev.effectivelyonce.benchmarks.subject.Contender.GROUPED;
import static dev.effectivelyonce.benchmarks.subject.Contender.SEQUENTIAL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.benchmarks.engine.EngineProcess;
import dev.effectivelyonce.benchmarks.report.Report;
import dev.effectivelyonce.benchmarks.scenario.Effort;
import dev.effectivelyonce.benchmarks.scenario.Mix;
import dev.effectivelyonce.benchmarks.scenario.Scenario;
import dev.effectivelyonce.benchmarks.scenario.Shape;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Every scenario once, small: what does not depend on time is as the benchmark claims. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ComparisonTest {
  private static final Effort LEAST = new Effort(0, 1, 1);
  private static final int LARGEST = 20;

  private final Results results = new Results();
  private EngineProcess engine;

  @BeforeAll
  void runEveryScenario() {
    engine = EngineProcess.start();
    Map<Scenario, List<Row>> rows = new HashMap<>();
    Comparison comparison = new Comparison(engine.endpoint());
    for (Part part : Part.values()) {
      for (Scenario scenario : Plan.scenarios(part)) {
        Scenario small = small(scenario);
        results.add(
            part, rows.computeIfAbsent(small, it -> comparison.run(it, Benchmark.contenders(it))));
      }
    }
  }

  @AfterAll
  void stop() {
    engine.close();
  }

  private static Scenario small(Scenario scenario) {
    Shape shape = scenario.shape();
    return new Scenario(
        new Shape(shape.mix(), Math.min(LARGEST, shape.batchSize()), shape.messageGroups()),
        Duration.ZERO,
        LEAST);
  }

  @Test
  void everySubjectRunsEachNewEventOnce() {
    assertThat(rows())
        .hasSizeGreaterThan(50)
        .allSatisfy(
            row -> {
              Shape shape = row.scenario().shape();
              int fresh = shape.batchSize() - shape.mix().duplicates(shape.batchSize());
              assertThat(row.effects()).as(row.toString()).isEqualTo(fresh);
            });
  }

  @Test
  void aNewEventIsWrittenTwiceByEverySubject() {
    assertThat(rows())
        .filteredOn(row -> row.scenario().shape().mix() == Mix.NEW)
        .allSatisfy(row -> assertThat(row.writesPerMessage()).isEqualTo(2));
  }

  @Test
  void aDuplicateIsRefusedOnceByEverySubject() {
    assertThat(rows())
        .filteredOn(row -> row.scenario().shape().mix() == Mix.DUPLICATES)
        .allSatisfy(row -> assertThat(row.refusedWritesPerMessage()).isEqualTo(1));
  }

  @Test
  void powertoolsAsksTwiceForEachMessage() {
    assertThat(rows())
        .filteredOn(row -> row.contender() == SEQUENTIAL)
        .allSatisfy(
            row -> {
              int requests = 2 * row.scenario().shape().batchSize();
              assertThat(row.requestsPerBatch()).isEqualTo(requests);
              assertThat(row.serialRoundTrips()).isEqualTo(requests);
            });
  }

  @Test
  void groupsTakeFewerRequests() {
    assertThat(
            results.row(Part.SIZES, GROUPED, row -> row.scenario().shape().batchSize() == LARGEST))
        .hasValueSatisfying(row -> assertThat(row.requestsPerBatch()).isLessThan(LARGEST));
  }

  @Test
  void theReportHasATableForEachPartAndPlots(@TempDir Path folder) throws Exception {
    new Report(results, "a machine").write(folder);

    assertThat(Files.readString(folder.resolve("results.md")))
        .contains("a machine", Part.LATENCY.title(), GROUPED.title(), "not measured");
    assertThat(folder.resolve("wall-time-by-latency.svg")).content().contains("<svg");
    assertThat(folder.resolve("results.json")).content().contains("\"serialRoundTrips\"");
  }

  private List<Row> rows() {
    return Arrays.stream(Part.values()).flatMap(part -> results.rows(part).stream()).toList();
  }
}
