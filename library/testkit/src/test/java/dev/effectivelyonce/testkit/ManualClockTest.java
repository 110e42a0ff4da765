package dev.effectivelyonce.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

class ManualClockTest {
  @Test
  void standsStillUntilMoved() {
    ManualClock clock = new ManualClock();

    assertThat(clock.instant()).isEqualTo(ManualClock.START).isEqualTo(clock.instant());
    assertThat(clock.advance(Duration.ofMillis(5))).isEqualTo(ManualClock.START.plusMillis(5));
    assertThat(clock.instant()).isEqualTo(ManualClock.START.plusMillis(5));
  }

  @Test
  void aClockInAnotherZoneMovesAlong() {
    ManualClock clock = new ManualClock();
    Clock elsewhere = clock.withZone(ZoneId.of("Europe/Prague"));

    clock.advance(Duration.ofDays(1));

    assertThat(elsewhere.instant()).isEqualTo(clock.instant());
    assertThat(elsewhere.getZone()).isEqualTo(ZoneId.of("Europe/Prague"));
  }
}
