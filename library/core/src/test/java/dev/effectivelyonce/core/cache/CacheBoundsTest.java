package dev.effectivelyonce.core.cache;

import static dev.effectivelyonce.core.Refusals.assertMistake;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class CacheBoundsTest {
  private static final Duration AGE = Duration.ofMinutes(5);

  @Test
  void aCacheThatRemembersNothingIsRefused() {
    assertMistake(() -> new CacheBounds(Duration.ZERO, 1, 1));
    assertMistake(() -> new CacheBounds(AGE, 0, 1));
    assertMistake(() -> new CacheBounds(AGE, 1, 0));
  }
}
