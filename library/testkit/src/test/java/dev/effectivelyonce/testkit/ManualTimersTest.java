package dev.effectivelyonce.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Timers.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ManualTimersTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private final ManualClock clock = new ManualClock();
  private final ManualTimers timers = new ManualTimers(clock);
  private final List<Instant> ran = new ArrayList<>();

  private Timer after(Duration delay) {
    return timers.after(delay, () -> ran.add(clock.instant()));
  }

  @Test
  void eachTaskRunsWhenTheClockStandsAtItsTime() {
    after(SECOND.multipliedBy(2));
    after(SECOND);

    timers.advance(SECOND.multipliedBy(5));

    assertThat(ran)
        .containsExactly(ManualClock.START.plusSeconds(1), ManualClock.START.plusSeconds(2));
    assertThat(clock.instant()).isEqualTo(ManualClock.START.plusSeconds(5));
    assertThat(timers.pending()).isZero();
  }

  @Test
  void whatATaskSetsRunsInTheSameMove() {
    timers.after(SECOND, () -> after(SECOND));

    timers.advance(SECOND.multipliedBy(2));

    assertThat(ran).containsExactly(ManualClock.START.plusSeconds(2));
  }

  @Test
  void whatIsDueLaterOrCancelledDoesNotRun() {
    after(SECOND).cancel();
    after(SECOND.multipliedBy(3));

    timers.advance(SECOND.multipliedBy(2));

    assertThat(ran).isEmpty();
    assertThat(timers.pending()).isEqualTo(1);
  }

  @Test
  void afterTheProcessStoodStillTasksRunLate() {
    after(SECOND);
    clock.advance(SECOND.multipliedBy(9));
    assertThat(ran).isEmpty();

    timers.advance(Duration.ZERO);

    assertThat(ran).containsExactly(ManualClock.START.plusSeconds(9));
  }
}
