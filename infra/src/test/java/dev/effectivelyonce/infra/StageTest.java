package dev.effectivelyonce.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.cdk.DataLifecycle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StageTest {
  @Test
  void anUnknownStageIsRefusedWithTheKnownOnes() {
    assertThatThrownBy(() -> Stage.named("Prod"))
        .isInstanceOf(UnusableInputException.class)
        .hasMessage("Unknown stage 'Prod': set -c stage=dev or -c stage=prod or -c stage=trial.");
  }

  @ParameterizedTest
  @CsvSource({
    "dev, off, AT_ONCE, DISCARD",
    "prod, off, GRADUAL, KEEP",
    "trial, on, AT_ONCE, DISCARD"
  })
  void onlyTrialSimulatesAndOnlyProdTakesItsTimeAndKeepsItsData(
      String name, String simulate, Rollout rollout, DataLifecycle lifecycle) {
    Stage stage = Stage.named(name);

    assertThat(stage.stackName()).isEqualTo("EffectivelyOnce-" + name);
    assertThat(stage.environment()).containsEntry("SIMULATE", simulate);
    assertThat(stage.rollout()).isEqualTo(rollout);
    assertThat(stage.lifecycle()).isEqualTo(lifecycle);
  }
}
