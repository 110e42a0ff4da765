package dev.effectivelyonce.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.kernel.Choices;
import dev.effectivelyonce.simulation.world.Parts;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class HistoriesTest {
  private static final long HISTORIES = Long.getLong("simulation.histories", 1_000);

  @Test
  void everyInvariantHoldsInEveryHistory() {
    Outcome outcome = Fleet.run(Parts.REAL, Budget.ofHistories(0, HISTORIES), done -> {});

    assertThat(outcome.failures())
        .as(
            () ->
                outcome.failures().stream()
                    .limit(1)
                    .flatMap(failure -> Report.lines(failure, Parts.REAL).stream())
                    .collect(Collectors.joining("\n")))
        .isEmpty();
    assertThat(Arrays.stream(Fault.values()).filter(it -> outcome.counts().of(it) == 0))
        .as("faults that never happened")
        .isEmpty();
    assertThat(List.of("sent", "sent again", "found by the sweeper", "refused for good"))
        .allSatisfy(it -> assertThat(outcome.counts().of("outbox: " + it)).as(it).isPositive());
    assertThat(List.of("answered first", "replayed", "reused key refused"))
        .allSatisfy(it -> assertThat(outcome.counts().of("http: " + it)).as(it).isPositive())
        .allSatisfy(it -> assertThat(outcome.counts().of("powertools: " + it)).as(it).isPositive());
  }

  @Test
  void oneSeedGivesOneHistory() {
    assertThat(LongStream.range(0, 30).parallel())
        .allSatisfy(seed -> assertThat(trace(seed)).isEqualTo(trace(seed)));
  }

  @Test
  void theChoicesOfAHistoryRepeatIt() {
    Retelling told = Retelling.of(Parts.REAL, 5);

    assertThat(Retelling.of(Parts.REAL, Choices.of(told.choices())).trace())
        .isEqualTo(told.trace());
  }

  private static Object trace(long seed) {
    return Retelling.of(Parts.REAL, seed).trace();
  }
}
