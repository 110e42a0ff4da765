package dev.effectivelyonce.core.window;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.ConfigurationException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class WindowBoundsTest {
  private static final Duration AGE = Duration.ofMinutes(5);

  @Test
  void aWindowThatRemembersNothingIsRefused() {
    assertThatThrownBy(() -> new WindowBounds(Duration.ZERO, 1, 1))
        .isInstanceOf(ConfigurationException.class);
    assertThatThrownBy(() -> new WindowBounds(AGE, 0, 1))
        .isInstanceOf(ConfigurationException.class);
    assertThatThrownBy(() -> new WindowBounds(AGE, 1, 0))
        .isInstanceOf(ConfigurationException.class);
  }
}
