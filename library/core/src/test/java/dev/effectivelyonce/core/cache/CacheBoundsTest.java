package dev.effectivelyonce.core.cache;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.ConfigurationException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CacheBoundsTest {
  private static final Duration AGE = Duration.ofMinutes(5);

  @Test
  void aWindowThatRemembersNothingIsRefused() {
    assertThatThrownBy(() -> new CacheBounds(Duration.ZERO, 1, 1))
        .isInstanceOf(ConfigurationException.class);
    assertThatThrownBy(() -> new CacheBounds(AGE, 0, 1)).isInstanceOf(ConfigurationException.class);
    assertThatThrownBy(() -> new CacheBounds(AGE, 1, 0)).isInstanceOf(ConfigurationException.class);
  }
}
