package dev.effectivelyonce.core.engine;

import static dev.effectivelyonce.core.Samples.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.effectivelyonce.core.ConfigurationException;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HeartbeatTest {
  private final Heartbeat heartbeat = of(Duration.ofSeconds(12));

  private static Heartbeat of(Duration lease) {
    return new Heartbeat(lease, until -> {});
  }

  @ParameterizedTest
  @CsvSource({
    "PT12S,PT4S", // just renewed
    "PT11S,PT3S",
    "PT9S,PT1S",
    "PT8S,PT1S", // due
    "PT1S,PT1S",
    "PT-9S,PT1S", // lapsed
    "PT1H,PT4S" // the clock was put back
  })
  void theNextRenewalComesWhenAThirdOfTheLeaseHasPassedOrSoon(Duration left, Duration next) {
    assertThat(heartbeat.next(NOW, NOW.plus(left))).isEqualTo(next);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT1S", "PT15M"})
  void aLeaseMayBeShortOrLong(Duration lease) {
    assertThat(of(lease).lease()).isEqualTo(lease);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0.999S", "PT15M0.001S", "PT-1S"})
  void aLeaseOutOfItsRangeIsRefused(Duration lease) {
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> of(lease))
        .withMessageContaining("The lease of the heartbeat is " + lease);
  }
}
