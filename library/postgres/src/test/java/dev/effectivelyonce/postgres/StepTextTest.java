package dev.effectivelyonce.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StepTextTest {
  @Test
  void statesThatOneMachineWritesAreFoundByAnotherOfAnyLanguage() {
    Step step =
        new Step(
            "charge",
            1,
            Step.State.DONE,
            23,
            new StoredResult.Text("paid"),
            Optional.empty(),
            Optional.empty());

    assertThat(StepText.states(List.of(step))).isEqualTo("charge=DONE/23/TEXT");
  }
}
