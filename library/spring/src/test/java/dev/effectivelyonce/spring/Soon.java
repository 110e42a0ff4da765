package dev.effectivelyonce.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for what a listener's own threads do. */
final class Soon {
  static final Duration LIMIT = Duration.ofMinutes(1);

  private Soon() {}

  static void await(BooleanSupplier done) {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (!done.getAsBoolean()) {
      assertThat(System.nanoTime()).as("not within " + LIMIT).isLessThan(end);
      Thread.onSpinWait();
    }
  }
}
