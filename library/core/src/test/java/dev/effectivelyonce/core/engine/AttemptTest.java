package dev.effectivelyonce.core.engine;

import static dev.effectivelyonce.core.Samples.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.steps.Steps;
import org.junit.jupiter.api.Test;

class AttemptTest {
  @Test
  void onlyTheFirstUnderAClaimHasNoneBeforeIt() {
    assertThat(attempt(1).isFirst()).isTrue();
    assertThat(attempt(2).isFirst()).isFalse();
    assertThat(attempt(0).isFirst()).isFalse();
  }

  @Test
  void aMessageHasAnIdOfItsRecordAndName() {
    Attempt attempt = attempt(1);

    assertThat(attempt.messageId("shipped"))
        .hasSize(43)
        .isEqualTo(attempt(2).messageId("shipped"))
        .isNotEqualTo(attempt.messageId("billed"));
  }

  @Test
  void withOtherStepsItIsTheSameAttempt() {
    Attempt attempt = attempt(2);
    Steps others = Steps.unrecorded(attempt.id());

    assertThat(attempt.withSteps(others).steps()).isSameAs(others);
    assertThat(attempt.withSteps(others).number()).isEqualTo(2);
  }

  private static Attempt attempt(int number) {
    ConsumerName consumer = new ConsumerName("orders");
    BusinessKey key = BusinessKey.of("o-1001");
    return new Attempt(consumer, key, new AttemptId("owner-1"), number, NOW);
  }
}
