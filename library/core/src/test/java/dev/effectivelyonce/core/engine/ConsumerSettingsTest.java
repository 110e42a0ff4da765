package dev.effectivelyonce.core.engine;

import static dev.effectivelyonce.core.Refusals.assertMistake;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConsumerSettingsTest {
  private static final ConsumerName ORDERS = new ConsumerName("orders");
  private static final Duration RETENTION = Duration.ofDays(19);

  private static ConsumerSettings with(Duration retention, int maxResultBytes) {
    return new ConsumerSettings(
        ORDERS, AbandonedClaimPolicy.RERUN, retention, maxResultBytes, KeyVisibility.HASHED);
  }

  @Test
  void keysAreHashedAndResultsKeptUpTo16KibByDefault() {
    assertThat(ConsumerSettings.of(ORDERS, AbandonedClaimPolicy.RERUN, RETENTION))
        .isEqualTo(with(RETENTION, 16_384));
  }

  @Test
  void anHourIsTheShortestRetention() {
    assertThat(with(Duration.ofHours(1), 0).retention()).isEqualTo(Duration.ofHours(1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT59M59.999S", "PT0S", "PT-1H"})
  void aShorterRetentionIsRefusedWithTheRemedy(Duration retention) {
    assertMistake(() -> with(retention, 0), "orders", retention.toString(), "dead-letter queue");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 350 * 1024})
  void aResultLimitThatFitsAnItemIsTaken(int maxResultBytes) {
    assertThat(with(RETENTION, maxResultBytes).maxResultBytes()).isEqualTo(maxResultBytes);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 350 * 1024 + 1})
  void anyOtherResultLimitIsRefused(int maxResultBytes) {
    assertMistake(() -> with(RETENTION, maxResultBytes), maxResultBytes + " bytes");
  }

  @Test
  void aHundredYearsAreTheLongestRetention() {
    Duration longest = Duration.ofDays(36_500);

    assertThat(with(longest, 0).retention()).isEqualTo(longest);
    assertMistake(() -> with(longest.plusMillis(1), 0));
  }
}
