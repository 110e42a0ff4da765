package dev.effectivelyonce.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.benchmarks.run.CpuRow.Below;
import dev.effectivelyonce.benchmarks.subject.Contender;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CpuComparisonTest {
  @ParameterizedTest
  @EnumSource
  void everySubjectRunsWithoutAStore(Below below) {
    CpuComparison once = new CpuComparison(Duration.ZERO, Duration.ofNanos(1), 1, 3);

    assertThat(once.run(below, Contender.withoutStore()))
        .hasSize(Contender.withoutStore().size())
        .allSatisfy(row -> assertThat(row.messages()).isEqualTo(30));
  }
}
