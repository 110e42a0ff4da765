package dev.effectivelyonce.functions.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.functions.simulation.Fault.Attempts;
import dev.effectivelyonce.functions.simulation.Fault.Kind;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FaultTest {
  @Test
  void aFaultHappensOnTheFirstAttemptAlone() {
    assertThat(Fault.parse("timeout")).contains(new Fault(new Kind.Timeout(), Attempts.FIRST));
  }

  @Test
  void anExclamationMarkMakesItHappenOnEveryAttempt() {
    assertThat(Fault.parse("fail-retryable!"))
        .contains(new Fault(new Kind.FailRetryable(), Attempts.EVERY));
  }

  @Test
  void slowSaysHowManyMilliseconds() {
    assertThat(Fault.parse("slow:1500"))
        .contains(new Fault(new Kind.Slow(Duration.ofMillis(1500)), Attempts.FIRST));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "!", "crash", "slow", "slow:", "slow:-1", "slow:1s", "TIMEOUT", "timeout!!"})
  void anythingElseIsRefused(String attribute) {
    assertThat(Fault.parse(attribute)).isEmpty();
  }
}
