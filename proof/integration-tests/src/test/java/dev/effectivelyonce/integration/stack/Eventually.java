package dev.effectivelyonce.integration.stack;

import java.time.Duration;
import java.util.Optional;

/** Asks again and again until an answer is as it should be, up to a deadline. */
public final class Eventually {
  /** Everything is waited for as long as the slowest of it may take, which is a chaos run's end. */
  private static final Duration PATIENCE = Duration.ofMinutes(8);

  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);

  /** Looks cost LocalStack time that it does not have for what is waited for. */
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

  private Eventually() {}

  /** A check that throws an {@link AssertionError} while it is not met. */
  @FunctionalInterface
  public interface Check {
    /** Looks once. */
    void look();
  }

  /**
   * Returns when the check is met.
   *
   * @throws AssertionError if it is not met in time, with what the last look saw
   */
  public static void holds(String what, Check check) {
    long began = System.nanoTime();
    Duration pause = FIRST_PAUSE;
    Optional<AssertionError> last = look(check);
    while (last.isPresent()) {
      if (System.nanoTime() - began > PATIENCE.toNanos()) {
        throw new AssertionError(
            "Not within %s s: %s. At the last look: %s"
                .formatted(PATIENCE.toSeconds(), what, last.get().getMessage()),
            last.get());
      }
      pause(pause);
      pause =
          pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0
              ? pause.multipliedBy(2)
              : LONGEST_PAUSE;
      last = look(check);
    }
  }

  private static Optional<AssertionError> look(Check check) {
    try {
      check.look();
      return Optional.empty();
    } catch (AssertionError e) {
      return Optional.of(e);
    }
  }

  private static void pause(Duration pause) {
    try {
      Thread.sleep(pause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted while waiting", e);
    }
  }
}
