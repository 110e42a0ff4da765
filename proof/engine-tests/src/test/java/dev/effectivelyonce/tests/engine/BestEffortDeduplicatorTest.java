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
  private final BestEffortDeduplicator deduplicator = new BestEffortDeduplicator(AGE, 2, clock);

  @Test
  void aCopyWithinItsTimeIsSeen() {
    assertThat(deduplicator.hasSeen("a")).isFalse();
    assertThat(deduplicator.hasSeen("b")).isFalse();

    assertThat(deduplicator.hasSeen("a")).isTrue();
  }

  @Test
  void itMayHaveOneEntry() {
    BestEffortDeduplicator narrow = new BestEffortDeduplicator(AGE, 1, clock);

    assertThat(narrow.hasSeen("a")).isFalse();
    assertThat(narrow.hasSeen("a")).isTrue();
  }

  /** Else a copy that comes again and again would be swallowed for ever. */
  @Test
  void theTimeCountsFromTheFirstOfThem() {
    deduplicator.hasSeen("a");
    clock.advance(AGE.minusMillis(1));
    assertThat(deduplicator.hasSeen("a")).isTrue();

    clock.advance(Duration.ofMillis(1));

    assertThat(deduplicator.hasSeen("a")).isFalse();
    assertThat(deduplicator.hasSeen("a")).isTrue();
  }

  @Test
  void aFullOneForgetsTheOldest() {
    deduplicator.hasSeen("a");
    deduplicator.hasSeen("b");

    deduplicator.hasSeen("c");

    assertThat(deduplicator.hasSeen("b")).isTrue();
    assertThat(deduplicator.hasSeen("c")).isTrue();
    assertThat(deduplicator.hasSeen("a")).isFalse();
  }

  @Test
  void aKeyThatComesAgainIsTheYoungest() {
    deduplicator.hasSeen("a");
    deduplicator.hasSeen("b");
    clock.advance(AGE);
    deduplicator.hasSeen("a");

    deduplicator.hasSeen("c");

    assertThat(deduplicator.hasSeen("a")).isTrue();
  }

  @Test
  void whatIsForgottenMayComeAgain() {
    deduplicator.hasSeen("a");

    deduplicator.forget("a");

    assertThat(deduplicator.hasSeen("a")).isFalse();
  }

  @Test
  void ofManyThreadsOneIsTheFirst() throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      List<Callable<Boolean>> copies =
          IntStream.range(0, 64)
              .<Callable<Boolean>>mapToObj(i -> () -> deduplicator.hasSeen("a"))
              .toList();
      int first = 0;
      for (Future<Boolean> copy : threads.invokeAll(copies)) {
        first += copy.get() ? 0 : 1;
      }
      assertThat(first).isEqualTo(1);
    }
  }

  @Test
  void oneThatRemembersNothingIsRefused() {
    assertMistake(() -> new BestEffortDeduplicator(Duration.ZERO, 1, clock));
    assertMistake(() -> new BestEffortDeduplicator(AGE, 0, clock));
  }
}
