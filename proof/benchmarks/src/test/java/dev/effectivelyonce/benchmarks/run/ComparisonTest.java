package dev.effectivelyonce.benchmarks.run;

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
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
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

  private final Map<Part, List<Row>> rows = new EnumMap<>(Part.class);
  private EngineProcess engine;

  @BeforeAll
  void runEveryScenario() {
    engine = EngineProcess.start(Engine.LOCAL);
    Comparison comparison = new Comparison(engine.endpoint(), new CpuShare.All());
    for (Part part : Part.values()) {
      rows.put(
          part,
          Plan.scenarios(part).stream()
              .map(it -> new Scenario(it.shape(), Duration.ZERO, LEAST))
              .flatMap(it -> comparison.run(it, Benchmark.contenders(part, it)).stream())
              .toList());
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

  @Test
  void everySubjectRunsEachNewEventOnce() {
    assertThat(rows())
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
  void aMessageThatComesAgainTakesNoRequestUnlessThereIsNoCache() {
    assertThat(rows())
        .filteredOn(row -> row.scenario().shape().mix() == Mix.REDELIVERED)
        .isNotEmpty()
        .allSatisfy(
            row ->
                assertThat(row.requestsPerBatch() > 0).isEqualTo(row.contender() == WITHOUT_CACHE));
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
    assertThat(steadyRequests(GROUPED, Mix.NEW)).isLessThan(USUAL);
  }

  @Test
  void tablesHaveALineForEachRow() {
    assertThat(Tables.ofRequests(rows())).hasLineCount(2 + rows().size()).contains("round trips");
    assertThat(Tables.ofTimes(rows())).hasLineCount(2 + rows().size()).contains(GROUPED.title());
  }

  @ParameterizedTest
  @CsvSource({"PLAIN, 3", "COMMITTED, 3", "SINGLE_SHOT, 2"})
  void aRowIsOneWriteBesideThoseOfItsRecord(Contender contender, double writes) {
    assertThat(committed(contender, Mix.NEW).writesPerMessage()).isEqualTo(writes);
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
    return new Comparison(engine.endpoint(), new CpuShare.All())
        .run(scenario, List.of(contender)).stream().mapToDouble(Row::requestsPerBatch).sum();
  }

  private Row committed(Contender contender, Mix mix) {
    return rows.getOrDefault(Part.COMMITS, List.of()).stream()
        .filter(row -> row.contender() == contender && is(row, mix))
        .findFirst()
        .orElseThrow();
  }

  private static boolean is(Row row, Mix mix) {
    return row.scenario().shape().mix() == mix;
  }

  /** Of subjects that write records alone. */
  private List<Row> rows() {
    return Arrays.stream(Part.values())
        .filter(part -> part != Part.COMMITS)
        .flatMap(part -> rows.getOrDefault(part, List.of()).stream())
        .toList();
  }
}
