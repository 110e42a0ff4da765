package dev.effectivelyonce.functions.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FaultTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"", "!", "crash", "slow", "slow:", "slow:-1", "slow:1s", "TIMEOUT", "timeout!!"})
  void anythingElseIsRefused(String attribute) {
    assertThat(Fault.parse(attribute)).isEmpty();
  }
}
