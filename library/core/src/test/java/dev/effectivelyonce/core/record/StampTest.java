package dev.effectivelyonce.core.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class StampTest {
  private static final Instant WHOLE = Instant.parse("2026-03-01T12:00:00Z");

  @Test
  void theTimeOfTheWriteIsCutToMilliseconds() {
    assertThat(new WriteTimestamp(WHOLE.plusNanos(1_999_999), WHOLE.plusSeconds(1)).at())
        .isEqualTo(WHOLE.plusMillis(1));
  }

  @Test
  void theEndOfRetentionIsRoundedUpToSeconds() {
    assertThat(new WriteTimestamp(WHOLE, WHOLE.plusNanos(1)).keptUntil())
        .isEqualTo(WHOLE.plusSeconds(1));
    assertThat(new WriteTimestamp(WHOLE, WHOLE.plusMillis(1001)).keptUntil())
        .isEqualTo(WHOLE.plusSeconds(2));
  }

  @Test
  void aWholeSecondStays() {
    assertThat(new WriteTimestamp(WHOLE, WHOLE).keptUntil()).isEqualTo(WHOLE);
  }

  @Test
  void timesBefore1970RoundTheSameWay() {
    Instant before = Instant.EPOCH.minusMillis(500);

    assertThat(new WriteTimestamp(before, before).keptUntil()).isEqualTo(Instant.EPOCH);
  }

  @Test
  void aRecordIsKeptForItsRetentionAfterTheWrite() {
    assertThat(WriteTimestamp.of(WHOLE, Duration.ofDays(19)))
        .isEqualTo(new WriteTimestamp(WHOLE, WHOLE.plus(Duration.ofDays(19))));
  }
}
