package dev.effectivelyonce.functions.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimulatingCallTest {
  private final List<String> happened = new ArrayList<>();
  private final SimulatingCall call =
      new SimulatingCall(
          new FaultInjection(delay -> happened.add("pause " + delay), () -> happened.add("crash")));

  @ParameterizedTest
  @ValueSource(strings = {"fail-retryable", "fail-permanent", "explode"})
  void aFailureThrowsAndHasNoEffect(String asked) {
    assertThatThrownBy(() -> call.run(Optional.of(asked), 1, () -> happened.add("effect")))
        .isInstanceOf(SimulatedFailureException.class);
    assertThat(happened).isEmpty();
  }

  @Test
  void whereFaultsAreOffTheAttributeIsIgnored() throws Exception {
    SimulatingCall.with(SimulatedFaults.OFF)
        .run(Optional.of("fail-permanent!"), 1, () -> happened.add("effect"));

    assertThat(happened).containsExactly("effect");
  }
}
