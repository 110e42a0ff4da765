package dev.effectivelyonce.benchmarks.meter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.benchmarks.meter.Calls.Call;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallsTest {
  @Test
  void theLongestChainCounts() {
    List<Call> oneLongBesideThreeShort =
        List.of(new Call(0, 100), new Call(0, 10), new Call(15, 25), new Call(30, 40));

    assertThat(Calls.serial(oneLongBesideThreeShort)).isEqualTo(3);
  }
}
