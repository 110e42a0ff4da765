package dev.effectivelyonce.benchmarks.run;

import static dev.effectivelyonce.benchmarks.scenario.Task.ROW;
import static dev.effectivelyonce.benchmarks.subject.Contender.GROUPED;
import static dev.effectivelyonce.benchmarks.subject.Contender.SEQUENTIAL;
import static dev.effectivelyonce.benchmarks.subject.Contender.WITHOUT_CACHE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.benchmarks.engine.Engine;
import dev.effectivelyonce.benchmarks.engine.EngineProcess;
import dev.effectivelyonce.benchmarks.meter.CpuShare;
import dev.effectivelyonce.benchmarks.scenario.Effort;
import dev.effectivelyonce.benchmarks.scenario.Mix;
import dev.effectivelyonce.benchmarks.scenario.Scenario;
import dev.effectivelyonce.benchmarks.scenario.Shape;
import dev.effectivelyonce.benchmarks.subject.Contender;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Every scenario once, small: what does not depend on time is as the benchmark claims. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ComparisonTest {
  private static final Effort LEAST = new Effort(0, 1, 1);
  private static final Effort STEADY = new Effort(10, 1, 10);
  private static final int USUAL = 10;

  private EngineProcess engine;
  private Comparison comparison;
  private List<Row> rows;

  @BeforeAll
  void runEveryScenario() {
    engine = EngineProcess.start(Engine.LOCAL);
    comparison = new Comparison(engine.endpoint(), new CpuShare.All());
    rows =
        Plan.requests().stream()
            .map(it -> new Scenario(it.shape(), Duration.ZERO, LEAST))
            .flatMap(it -> comparison.run(it, Benchmark.contenders(it)).stream())
            .toList();
  }

  @Test
  void anotherComparisonFollowsOneThatFailed() {
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

  @Test
  void everySubjectRunsEachNewEventOnce() {
    assertThat(rows)
        .hasSizeGreaterThan(20)
        .allSatisfy(
            row -> {
              Shape shape = row.scenario().shape();
              int fresh = shape.batchSize() - shape.mix().duplicates(shape.batchSize());
              assertThat(row.effects()).as(row.toString()).isEqualTo(fresh);
            });
  }

  @Test
  void aNewEventIsWrittenTwiceByEverySubject() {
    assertThat(rows)
        .filteredOn(row -> row.scenario().shape().mix() == Mix.NEW)
        .allSatisfy(row -> assertThat(row.writesPerMessage()).isEqualTo(2));
  }

  @Test
  void aDuplicateIsRefusedOnceByEverySubject() {
    assertThat(rows)
        .filteredOn(row -> row.scenario().shape().mix() == Mix.DUPLICATES)
        .allSatisfy(row -> assertThat(row.refusedWritesPerMessage()).isEqualTo(1));
  }

  @Test
  void aMessageThatComesAgainTakesNoRequestUnlessThereIsNoCache() {
    assertThat(rows)
        .filteredOn(row -> row.scenario().shape().mix() == Mix.REDELIVERED)
        .isNotEmpty()
        .allSatisfy(
            row ->
                assertThat(row.requestsPerBatch() > 0).isEqualTo(row.contender() == WITHOUT_CACHE));
  }

  @Test
  void powertoolsAsksTwiceForEachMessage() {
    assertThat(rows)
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
    assertThat(steadyRequests(GROUPED, Mix.NEW)).isLessThan(USUAL);
  }

  @Test
  void theTableHasALineForEachRow() {
    assertThat(Tables.ofRequests(rows)).hasLineCount(2 + rows.size()).contains("round trips");
  }

  @ParameterizedTest
  @CsvSource({"GROUPED, 3", "COMMITTED, 3", "SINGLE_SHOT, 2"})
  void aRowIsOneWriteBesideThoseOfItsRecord(Contender contender, double writes) {
    Scenario withRows = new Scenario(Shape.standard(Mix.NEW, USUAL), Duration.ZERO, ROW, LEAST);

    assertThat(comparison.run(withRows, List.of(contender)))
        .singleElement()
        .satisfies(row -> assertThat(row.writesPerMessage()).isEqualTo(writes));
  }

  @ParameterizedTest
  @EnumSource(names = {"NEW", "DUPLICATES", "TENTH"})
  void singleShotsOfABatchShareRequests(Mix mix) {
    assertThat(steadyRequests(Contender.SINGLE_SHOT, mix)).isLessThan(USUAL);
  }

  /**
   * Of ten batches after ten others, with requests that take a moment: what waits for one shares
   * the next. In the first batch of a JVM each message waits for its own code to load instead.
   */
  private double steadyRequests(Contender contender, Mix mix) {
    Scenario scenario = new Scenario(Shape.standard(mix, USUAL), Duration.ofMillis(5), STEADY);
    return comparison.run(scenario, List.of(contender)).stream()
        .mapToDouble(Row::requestsPerBatch)
        .sum();
  }
}
