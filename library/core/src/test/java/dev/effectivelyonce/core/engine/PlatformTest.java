package dev.effectivelyonce.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.effectivelyonce.core.record.AttemptId;
import java.time.Duration;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PlatformTest {
  private final Platform system = Platform.system();

  @Test
  void everyAttemptHasAnOwnerOfItsOwn() {
    assertThat(Stream.generate(system.owners()).limit(1000))
        .doesNotContainNull()
        .doesNotHaveDuplicates()
        .allMatch((AttemptId owner) -> !owner.value().isBlank());
  }

  @Test
  void aPauseIsASleepThatAnInterruptEnds() {
    Thread.currentThread().interrupt();

    assertThatExceptionOfType(InterruptedException.class)
        .isThrownBy(() -> system.pause().pause(Duration.ZERO));
  }

  @Test
  void itKnowsWhatAnotherThreadDoesAndAPauseOfATestTakesItForEnded() {
    Thread unstarted = new Thread("lane");

    assertThat(system.pause().stateOf(unstarted)).isEqualTo(Thread.State.NEW);
    Platform.Pause ofATest = duration -> {};
    assertThat(ofATest.stateOf(unstarted)).isEqualTo(Thread.State.TERMINATED);
  }

  @Test
  void chanceIsNotAlwaysTheSame() {
    assertThat(LongStream.generate(system.random()::nextLong).limit(20).distinct().count())
        .isGreaterThan(1);
  }
}
