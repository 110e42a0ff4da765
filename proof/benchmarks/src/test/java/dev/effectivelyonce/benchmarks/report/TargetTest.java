package dev.effectivelyonce.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.benchmarks.report.Target.Bound;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class TargetTest {
  @Test
  void aLimitIsMetByItself() {
    assertThat(target(Bound.AT_MOST, OptionalDouble.of(2)).verdict()).isEqualTo("met");
    assertThat(target(Bound.AT_LEAST, OptionalDouble.of(2)).verdict()).isEqualTo("met");
  }

  @Test
  void beyondItsLimitATargetIsNotMet() {
    assertThat(target(Bound.AT_MOST, OptionalDouble.of(2.1)).verdict()).contains("not met");
    assertThat(target(Bound.AT_LEAST, OptionalDouble.of(1.9)).verdict()).contains("not met");
  }

  @Test
  void whatWasNotMeasuredIsNotCalledMet() {
    assertThat(target(Bound.AT_MOST, OptionalDouble.empty()).verdict()).isEqualTo("not measured");
  }

  private static Target target(Bound bound, OptionalDouble measured) {
    return new Target("something", bound, 2, measured, OptionalDouble.empty());
  }
}
