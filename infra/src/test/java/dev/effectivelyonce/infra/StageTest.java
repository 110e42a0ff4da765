package dev.effectivelyonce.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.cdk.DataLifecycle;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StageTest {
  @ParameterizedTest
  @ValueSource(strings = {"dev", "prod", "trial"})
  void aStageIsFoundByItsNameAndNamesItsStack(String name) {
    assertThat(Stage.named(name).stackName()).isEqualTo("EffectivelyOnce-" + name);
  }

  @Test
  void anUnknownStageIsRefusedWithTheKnownOnes() {
    assertThatThrownBy(() -> Stage.named("Prod"))
        .isInstanceOf(UnusableInputException.class)
        .hasMessage("Unknown stage 'Prod': set -c stage=dev or -c stage=prod or -c stage=trial.");
  }

  @Test
  void trialIsQuickAndHonoursTheSimulateAttribute() {
    Stage trial = Stage.trial();

    assertThat(trial.functionTimeout()).isEqualTo(Duration.ofSeconds(5));
    assertThat(trial.survivesOutageOf()).isEqualTo(Duration.ofSeconds(3));
    assertThat(trial.environment()).containsEntry("SIMULATE", "on");
  }

  @Test
  void onlyTrialSimulates() {
    assertThat(Stage.dev().environment()).containsEntry("SIMULATE", "off");
    assertThat(Stage.prod().environment()).containsEntry("SIMULATE", "off");
  }

  @Test
  void onlyProdTakesItsTimeOverANewVersion() {
    assertThat(Stage.prod().rollout()).isEqualTo(Rollout.GRADUAL);
    assertThat(Stage.dev().rollout()).isEqualTo(Rollout.AT_ONCE);
    assertThat(Stage.trial().rollout()).isEqualTo(Rollout.AT_ONCE);
  }

  @Test
  void onlyProdKeepsItsData() {
    assertThat(Stage.prod().lifecycle()).isEqualTo(DataLifecycle.KEEP);
    assertThat(Stage.dev().lifecycle()).isEqualTo(DataLifecycle.DISCARD);
    assertThat(Stage.trial().lifecycle()).isEqualTo(DataLifecycle.DISCARD);
  }
}
