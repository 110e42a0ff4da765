package dev.effectivelyonce.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.simulation.history.Counts;
import dev.effectivelyonce.simulation.kernel.Choices;
import dev.effectivelyonce.simulation.world.CodeUnderTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * With {@code -Dcoverage=record} what happened is recorded, for {@link Coverage} to compare with.
 */
class HistoriesTest {
  private static final long HISTORIES = Long.getLong("simulation.histories", 1_000);
  private static final boolean RECORDS = System.getProperty("coverage", "").equals("record");

  @Test
  void everyInvariantHoldsInEveryHistoryAndEverythingHappens() throws IOException {
    Outcome outcome = lived(CodeUnderTest.REAL, HISTORIES);
    Coverage coverage = Coverage.read();
    if (RECORDS) {
      coverage.record(outcome);
    }
    assertThat(Coverage.read().missing(outcome)).as("what happened too seldom").isEmpty();
  }

  /** Histories in each of which every invariant holds; what happened is left in a file. */
  static Outcome lived(CodeUnderTest parts, long histories) throws IOException {
    Outcome outcome = Fleet.run(parts, Budget.ofHistories(0, histories), done -> {});
    assertThat(outcome.failures())
        .as(
            () ->
                outcome.failures().stream()
                    .limit(1)
                    .flatMap(failure -> Report.lines(failure, parts).stream())
                    .collect(Collectors.joining("\n")))
        .isEmpty();
    Files.write(
        Path.of("target/histories-" + parts.source() + "-" + parts.store() + ".md"),
        Report.lines(outcome));
    return outcome;
  }

  @Test
  void whatNeverHappensHasAReason() throws IOException {
    assertThat(Coverage.read().unexplained()).isEmpty();
  }

  @Test
  void whatHappensLessThanAQuarterAsOftenOrIsNotRecordedIsTold() {
    Counts counts = new Counts();
    counts.add("written CLAIM", 24);
    Coverage recorded =
        new Coverage(
            100,
            Map.of(
                "written CLAIM", Coverage.Line.of("100"),
                "replay FILTERED", Coverage.Line.of("0: nobody asks for it")));

    List<String> missing = recorded.missing(new Outcome(100, Duration.ZERO, counts, List.of()));

    assertThat(missing)
        .contains(
            "written CLAIM: 24 times, not 25",
            "replay SEND: not recorded yet, -Dcoverage=record does it")
        .noneMatch(it -> it.startsWith("replay FILTERED"));
  }

  @Test
  void oneSeedGivesOneHistory() {
    assertThat(LongStream.concat(LongStream.range(0, 30), LongStream.of(99)).parallel())
        .allSatisfy(seed -> assertThat(trace(seed)).isEqualTo(trace(seed)));
  }

  @Test
  void theChoicesOfAHistoryRepeatIt() {
    Retelling told = Retelling.of(CodeUnderTest.REAL, 5);

    assertThat(Retelling.of(CodeUnderTest.REAL, Choices.of(told.choices())).trace())
        .isEqualTo(told.trace());
  }

  private static Object trace(long seed) {
    return Retelling.of(CodeUnderTest.REAL, seed).trace();
  }
}
