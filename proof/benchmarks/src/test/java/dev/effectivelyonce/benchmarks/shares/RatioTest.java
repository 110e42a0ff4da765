package dev.effectivelyonce.benchmarks.shares;

import static dev.effectivelyonce.benchmarks.subject.Contender.COMMITTED;
import static dev.effectivelyonce.benchmarks.subject.Contender.GROUPED;
import static dev.effectivelyonce.benchmarks.subject.Contender.SINGLE;
import static dev.effectivelyonce.benchmarks.subject.Contender.SINGLE_SHOT;
import static dev.effectivelyonce.benchmarks.subject.Contender.TWO_POOLED;
import static dev.effectivelyonce.benchmarks.subject.Contender.TWO_VIRTUAL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.benchmarks.subject.Contender;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RatioTest {
  private static final String OF_PEER = "ours / Powertools' best";

  private static Figure figure(Contender contender, double cpu, int size, double millis) {
    return new Figure("commit", "engine", cpu, size, size + " all new", contender, millis, 500);
  }

  private static Figure used(Contender contender, int size, double cpuMicros) {
    return new Figure("commit", "engine", 1, size, size + " all new", contender, 10, cpuMicros);
  }

  private static List<Ratio> wallTime(List<Figure> figures) {
    return Ratio.of(figures).stream().filter(it -> !it.of().startsWith("processor")).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "0.29, 99, 60, true",
    "0.58, 99, 60.1, false",
    "0.58, 100, 40, true",
    "0.29, 100, 40.1, false",
    "1, 1000, 95, true",
    "2, 1, 95.1, false"
  })
  void theGoalForPowertoolsDependsOnShareAndSize(double cpu, int size, double ours, boolean met) {
    List<Ratio> ratios =
        wallTime(
            List.of(
                figure(GROUPED, cpu, size, ours),
                figure(TWO_VIRTUAL, cpu, size, 150),
                figure(TWO_POOLED, cpu, size, 100)));

    assertThat(ratios).singleElement().extracting(Ratio::of).isEqualTo(OF_PEER);
    assertThat(ratios).singleElement().extracting(Ratio::isMet).isEqualTo(met);
  }

  @Test
  void singleWritesAndTransactionsHaveGoalsOfTheirOwn() {
    List<Ratio> ratios =
        Ratio.of(
            List.of(
                figure(GROUPED, 1, 10, 100),
                figure(SINGLE, 1, 10, 99),
                figure(COMMITTED, 1, 10, 80),
                figure(SINGLE_SHOT, 1, 10, 46)));

    assertThat(ratios)
        .extracting(it -> it.of() + ": " + it.isMet())
        .containsExactly(
            "ours / our single writes: false",
            "commit / plain: true",
            "single shot / plain: false");
  }

  @Test
  void processorTimeIsHeldAgainstTheModeOfPowertoolsThatTakesLeast() {
    Ratio time =
        Ratio.of(
                List.of(
                    used(GROUPED, 100, 501),
                    used(TWO_VIRTUAL, 100, 1_000),
                    used(TWO_POOLED, 100, 1_100)))
            .getLast();

    assertThat(time.of()).isEqualTo("processor time: ours / Powertools' least");
    assertThat(time.millis()).isEqualTo(50.1);
    assertThat(time.value()).isEqualTo(0.501);
    assertThat(time.isMet()).isFalse();
  }

  @Test
  void theSummarySaysHowFarRatiosReachAndHowManyMeetTheirGoal() {
    List<Ratio> ratios =
        wallTime(
            List.of(
                figure(GROUPED, 0.29, 10, 50),
                figure(TWO_POOLED, 0.29, 10, 100),
                figure(GROUPED, 0.29, 5, 70),
                figure(TWO_POOLED, 0.29, 5, 100),
                figure(GROUPED, 1, 100, 50),
                figure(TWO_POOLED, 1, 100, 100)));

    assertThat(SharesTable.summary(ratios))
        .contains("0.50 to 0.70, 1 of 2 met |")
        .contains("from 100 messages on")
        .contains("0.50 to 0.50, 1 of 1 met |");
  }
}
