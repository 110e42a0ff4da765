package dev.effectivelyonce.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import java.util.List;
import org.junit.jupiter.api.Test;

class StepTextTest {
  @Test
  void statesThatOneMachineWritesAreFoundByAnotherOfAnyLanguage() {
    Step step = Step.unbegun("charge", 1, 23).done(new StoredResult.Text("paid"));

    assertThat(StepText.states(List.of(step))).isEqualTo("charge=DONE/23/TEXT");
  }
}
