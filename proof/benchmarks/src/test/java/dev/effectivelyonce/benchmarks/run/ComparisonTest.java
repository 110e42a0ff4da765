package dev.effectivelyonce.benchmarks.run;

import static dev.effectivelyonce.benchmarks.subject.Contender.GROUPED;
import static dev.effectivelyonce.benchmarks.subject.Contender.SEQUENTIAL;
import static dev.effectivelyonce.benchmarks.subject.Contender.WITHOUT_WINDOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.benchmarks.engine.Engine;
import dev.effectivelyonce.benchmarks.engine.EngineProcess;
import dev.effectivelyonce.benchmarks.meter.CpuShare;
import dev.effectivelyonce.benchmarks.report.Report;
import dev.effectivelyonce.benchmarks.scenario.Effort;
import dev.effectivelyonce.benchmarks.scenario.Mix;
import dev.effectivelyonce.benchmarks.scenario.Scenario;
import dev.effectivelyonce.benchmarks.scenario.Shape;
import dev.effectivelyonce.benchmarks.subject.Contender;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Every scenario once, small: what does not depend on time is as the benchmark claims. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ComparisonTest {
  private static final Effort LEAST = new Effort(0, 1, 1);
  private static final int LARGEST = 20;
  private static final int USUAL = 10;

  private final Results results = new Results();
  private EngineProcess engine;

  @BeforeAll
  void runEveryScenario() {
    engine = EngineProcess.start(Engine.LOCAL);
    record Compared(Scenario scenario, List<Contender> contenders) {}
    Map<Compared, List<Row>> rows = new HashMap<>();
    Comparison comparison = new Comparison(engine.endpoint(), new CpuShare.All());
    for (Part part : Part.values()) {
      for (Scenario scenario : Plan.scenarios(part)) {
        Scenario small = small(scenario);
        results.add(
            part,
            rows.computeIfAbsent(
                new Compared(small, Benchmark.contenders(part, small)),
                it -> comparison.run(it.scenario(), it.contenders())));
      }
    }
  }

  @Test
  void anotherComparisonFollowsOneThatFailed() {
    Comparison comparison = new Comparison(engine.endpoint(), new CpuShare.All());
    Shape one = Shape.standard(Mix.NEW, 1);
    Scenario broken = new Scenario(one, Duration.ZERO, new Effort(0, 1, -1));

    assertThatThrownBy(() -> comparison.run(broken, List.of(GROUPED)))
        .isInstanceOf(IllegalArgumentException.class);

    assertThat(comparison.run(new Scenario(one, Duration.ZERO, LEAST), List.of(GROUPED)))
        .hasSize(1);
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
  void aMessageThatComesAgainTakesNoRequestUnlessThereIsNoWindow() {
    assertThat(rows())
        .filteredOn(row -> row.scenario().shape().mix() == Mix.REDELIVERED)
        .isNotEmpty()
        .allSatisfy(
            row ->
                assertThat(row.requestsPerBatch() > 0)
                    .isEqualTo(row.contender() == WITHOUT_WINDOW));
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
  void theReportHasATableForEachPart(@TempDir Path folder) throws Exception {
    new Report(results, "a machine").write(folder);

    assertThat(Files.readString(folder.resolve("results.md")))
        .contains("a machine", Part.LATENCY.title(), GROUPED.title());
    assertThat(folder.resolve("results.json")).content().contains("\"serialRoundTrips\"");
  }

  @ParameterizedTest
  @CsvSource({"PLAIN, 3", "COMMITTED, 3", "SINGLE_SHOT, 2"})
  void aRowIsOneWriteBesideThoseOfItsRecord(Contender contender, double writes) {
    assertThat(results.row(Part.COMMITS, contender, row -> is(row, Mix.NEW)))
        .hasValueSatisfying(row -> assertThat(row.writesPerMessage()).isEqualTo(writes));
  }

  @ParameterizedTest
  @EnumSource(names = {"NEW", "DUPLICATES", "TENTH"})
  void singleShotsOfABatchShareRequests(Mix mix) {
    assertThat(results.row(Part.COMMITS, Contender.SINGLE_SHOT, row -> is(row, mix)))
        .hasValueSatisfying(row -> assertThat(row.requestsPerBatch()).isLessThan(USUAL));
  }

  private static boolean is(Row row, Mix mix) {
    return row.scenario().shape().mix() == mix;
  }

  /** Of subjects that write records alone. */
  private List<Row> rows() {
    return Arrays.stream(Part.values())
        .filter(part -> part != Part.COMMITS)
        .flatMap(part -> results.rows(part).stream())
        .toList();
  }
}
