package dev.effectivelyonce.benchmarks.shares;

import static dev.effectivelyonce.benchmarks.subject.Contender.COMMITTED;
import static dev.effectivelyonce.benchmarks.subject.Contender.GROUPED;
import static dev.effectivelyonce.benchmarks.subject.Contender.SINGLE;
import static dev.effectivelyonce.benchmarks.subject.Contender.SINGLE_SHOT;
import static dev.effectivelyonce.benchmarks.subject.Contender.TWO_POOLED;
import static dev.effectivelyonce.benchmarks.subject.Contender.TWO_VIRTUAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.effectivelyonce.benchmarks.subject.Contender;
import java.util.List;
import org.junit.jupiter.api.Test;

class RatioTest {
  private static final String OF_PEER = "of Powertools' best";

  private static Figure figure(Contender contender, double cpu, int size, double millis) {
    return new Figure("commit", "engine", cpu, size, size + " all new", contender, millis, 500);
  }

  private static Figure used(Contender contender, int size, double cpuMicros) {
    return new Figure("commit", "engine", 1, size, size + " all new", contender, 10, cpuMicros);
  }

  private static List<Ratio> wallTime(List<Figure> figures) {
    return Ratio.of(figures).stream().filter(it -> !it.of().startsWith("processor")).toList();
  }

  @Test
  void theTimeIsHeldAgainstTheBestModeOfPowertools() {
    assertThat(
            wallTime(
                List.of(
                    figure(GROUPED, 1, 10, 60),
                    figure(TWO_VIRTUAL, 1, 10, 150),
                    figure(TWO_POOLED, 1, 10, 100))))
        .extracting(Ratio::of, Ratio::value)
        .containsExactly(tuple(OF_PEER, 0.6));
  }

  @Test
  void singleWritesAndTransactionsAreComparedWithOwnOnes() {
    List<Ratio> ratios =
        Ratio.of(
            List.of(
                figure(GROUPED, 1, 10, 100),
                figure(SINGLE, 1, 10, 50),
                figure(COMMITTED, 1, 10, 80),
                figure(SINGLE_SHOT, 1, 10, 46)));

    assertThat(ratios)
        .extracting(Ratio::of, Ratio::value)
        .containsExactly(
            tuple("of own single writes", 2.0),
            tuple("committed, of plain", 0.8),
            tuple("single shot, of plain", 0.46));
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

    assertThat(time.of()).isEqualTo("processor time, of Powertools' least");
    assertThat(time.millis()).isEqualTo(50.1);
    assertThat(time.value()).isEqualTo(0.501);
  }
}
