package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.Refusals.assertMistake;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.cache.BestEffortDeduplicator;
import dev.effectivelyonce.testkit.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BestEffortDeduplicatorTest {
  private static final Duration AGE = Duration.ofMinutes(1);

  private final ManualClock clock = new ManualClock();
  private final BestEffortDeduplicator window = new BestEffortDeduplicator(AGE, 2, clock);

  @Test
  void aCopyWithinTheWindowIsSeen() {
    assertThat(window.hasSeen("a")).isFalse();
    assertThat(window.hasSeen("b")).isFalse();

    assertThat(window.hasSeen("a")).isTrue();
  }

  @Test
  void aWindowMayHaveOneEntry() {
    BestEffortDeduplicator narrow = new BestEffortDeduplicator(AGE, 1, clock);

    assertThat(narrow.hasSeen("a")).isFalse();
    assertThat(narrow.hasSeen("a")).isTrue();
  }

  /** Else a copy that comes again and again would be swallowed for ever. */
  @Test
  void theWindowCountsFromTheFirstOfThem() {
    window.hasSeen("a");
    clock.advance(AGE.minusMillis(1));
    assertThat(window.hasSeen("a")).isTrue();

    clock.advance(Duration.ofMillis(1));

    assertThat(window.hasSeen("a")).isFalse();
    assertThat(window.hasSeen("a")).isTrue();
  }

  @Test
  void aFullWindowForgetsTheOldest() {
    window.hasSeen("a");
    window.hasSeen("b");

    window.hasSeen("c");

    assertThat(window.hasSeen("b")).isTrue();
    assertThat(window.hasSeen("c")).isTrue();
    assertThat(window.hasSeen("a")).isFalse();
  }

  @Test
  void aKeyThatComesAnewIsTheYoungest() {
    window.hasSeen("a");
    window.hasSeen("b");
    clock.advance(AGE);
    window.hasSeen("a");

    window.hasSeen("c");

    assertThat(window.hasSeen("a")).isTrue();
  }

  @Test
  void whatIsForgottenMayComeAgain() {
    window.hasSeen("a");

    window.forget("a");

    assertThat(window.hasSeen("a")).isFalse();
  }

  @Test
  void ofManyThreadsOneIsTheFirst() throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      List<Callable<Boolean>> copies =
          IntStream.range(0, 64)
              .<Callable<Boolean>>mapToObj(i -> () -> window.hasSeen("a"))
              .toList();
      int first = 0;
      for (Future<Boolean> copy : threads.invokeAll(copies)) {
        first += copy.get() ? 0 : 1;
      }
      assertThat(first).isEqualTo(1);
    }
  }

  @Test
  void aWindowThatRemembersNothingIsRefused() {
    assertMistake(() -> new BestEffortDeduplicator(Duration.ZERO, 1, clock));
    assertMistake(() -> new BestEffortDeduplicator(AGE, 0, clock));
  }
}
