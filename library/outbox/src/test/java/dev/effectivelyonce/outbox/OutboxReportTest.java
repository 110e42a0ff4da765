package dev.effectivelyonce.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OutboxReportTest {
  private static final OutboxReport ONE =
      new OutboxReport(1, 2, 3, 4, Map.of("a", Duration.ofSeconds(9), "b", Duration.ZERO));
  private static final OutboxReport OTHER =
      new OutboxReport(10, 20, 30, 40, Map.of("a", Duration.ofSeconds(5)));

  @Test
  void countsAddUpAndTheOldestOfEachDestinationStaysTheOldest() {
    OutboxReport both =
        new OutboxReport(11, 22, 33, 44, Map.of("a", Duration.ofSeconds(9), "b", Duration.ZERO));

    assertThat(ONE.plus(OTHER)).isEqualTo(both);
    assertThat(OTHER.plus(ONE)).isEqualTo(both);
    assertThat(OutboxReport.NONE.plus(ONE)).isEqualTo(ONE);
    assertThat(both.oldestOfAll()).isEqualTo(Duration.ofSeconds(9));
  }
}
