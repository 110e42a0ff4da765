package dev.effectivelyonce.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.batch.Disposition.Fail;
import dev.effectivelyonce.batch.Disposition.Rest;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.retry.Backoff;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LaneWaitTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

  private final List<Duration> waits = new ArrayList<>();

  @Test
  void itWaitsAsLongAsTheFailureAsksAndAtLeastTheBackoff() {
    assertThat(runsAgain(failed(Duration.ofSeconds(7)), 1, 60)).isTrue();
    assertThat(runsAgain(failed(Duration.ofSeconds(7)), 5, 60)).isTrue();
    assertThat(runsAgain(new Fail(Optional.empty(), Rest.WAITS), 1, 60)).isTrue();

    assertThat(waits).containsExactly(seconds(7), seconds(16), seconds(1));
  }

  @Test
  void aWaitThatDoesNotFitEndsWithTheTimeForStartsAndTheMessageComesBack() {
    assertThat(runsAgain(failed(Duration.ofSeconds(7)), 1, 7)).isFalse();
    assertThat(runsAgain(failed(Duration.ofSeconds(9)), 1, 7)).isFalse();
    assertThat(waits).containsExactly(seconds(7), seconds(7));
  }

  @Test
  void afterTheTimeForStartsThereIsNoWait() {
    assertThat(runsAgain(failed(Duration.ZERO), 1, 0)).isFalse();
    assertThat(waits).isEmpty();
  }

  @Test
  void anInterruptedWaitEndsAndStaysVisible() {
    LaneWait wait =
        LaneWait.inLane(
            Backoff.standard(),
            platform(
                duration -> {
                  throw new InterruptedException();
                }));

    assertThat(wait.runsAgain(failed(Duration.ZERO), 1, time(60))).isFalse();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void aSourceThatHidesMessagesWaitsForItself() {
    assertThat(LaneWait.none().runsAgain(failed(Duration.ZERO), 1, time(60))).isFalse();
  }

  private boolean runsAgain(Fail failed, int tries, int secondsLeft) {
    return LaneWait.inLane(Backoff.standard(), platform(waits::add))
        .runsAgain(failed, tries, time(secondsLeft));
  }

  private static TimeBudget time(int secondsLeft) {
    Instant stopAt = NOW.plusSeconds(secondsLeft);
    return new TimeBudget(stopAt, stopAt.plusSeconds(1), stopAt.plusSeconds(3), () -> false);
  }

  private static Fail failed(Duration after) {
    return Disposition.waiting(after);
  }

  private static Duration seconds(int seconds) {
    return Duration.ofSeconds(seconds);
  }

  private static Platform platform(Platform.Pause pause) {
    return new Platform(
        Clock.fixed(NOW, ZoneOffset.UTC), () -> new AttemptId("owner"), () -> 0L, pause);
  }
}
