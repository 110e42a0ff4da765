package dev.effectivelyonce.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class OutboxReportTest {
  private static final OutboxReport OLDER = new OutboxReport(1, 2, 3, 4, Duration.ofSeconds(9));
  private static final OutboxReport YOUNGER =
      new OutboxReport(10, 20, 30, 40, Duration.ofSeconds(5));

  @Test
  void countsAddUpAndTheOldestStaysTheOldest() {
    OutboxReport both = new OutboxReport(11, 22, 33, 44, Duration.ofSeconds(9));

    assertThat(OLDER.plus(YOUNGER)).isEqualTo(both);
    assertThat(YOUNGER.plus(OLDER)).isEqualTo(both);
    assertThat(OutboxReport.NONE.plus(OLDER)).isEqualTo(OLDER);
  }
}
