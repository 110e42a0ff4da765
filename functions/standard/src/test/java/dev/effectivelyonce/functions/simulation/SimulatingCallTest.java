package dev.effectivelyonce.functions.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SimulatingCallTest {
  private final List<String> happened = new ArrayList<>();
  private final SimulatingCall call =
      new SimulatingCall(
          new FaultInjection(delay -> happened.add("pause " + delay), () -> happened.add("crash")));

  @ParameterizedTest
  @CsvSource({
    "crash-before-effect, 1, crash effect",
    "crash-after-effect, 1, effect crash",
    "slow:250, 1, pause PT0.25S effect",
    "crash-before-effect, 2, effect",
    "crash-after-effect!, 2, effect crash",
  })
  void theFaultHappensWhereItsNameSays(String asked, int attempt, String expected)
      throws Exception {
    call.run(Optional.of(asked), attempt, () -> happened.add("effect"));

    assertThat(String.join(" ", happened)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"fail-retryable", "fail-permanent", "explode"})
  void aFailureThrowsAndHasNoEffect(String asked) {
    assertThatThrownBy(() -> call.run(Optional.of(asked), 1, () -> happened.add("effect")))
        .isInstanceOf(SimulatedFailureException.class);
    assertThat(happened).isEmpty();
  }

  @Test
  void aMessageWithoutTheAttributeIsJustHandled() throws Exception {
    call.run(Optional.empty(), 1, () -> happened.add("effect"));

    assertThat(happened).containsExactly("effect");
  }

  @Test
  void whereFaultsAreOffTheAttributeIsIgnored() throws Exception {
    SimulatingCall.with(SimulatedFaults.OFF)
        .run(Optional.of("fail-permanent!"), 1, () -> happened.add("effect"));

    assertThat(happened).containsExactly("effect");
  }
}
