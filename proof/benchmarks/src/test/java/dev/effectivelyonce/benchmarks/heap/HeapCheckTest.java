package dev.effectivelyonce.benchmarks.heap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.benchmarks.subject.Contender;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The checks in small; {@code -Dbenchmark=heap} has a batch of 10,000 and a million messages. */
class HeapCheckTest {
  /** More than a cache remembers. */
  private static final int FULL = 12_000;

  @Test
  void aBatchFitsIntoASmallHeap() {
    assertThat(LargeBatch.fits(1_000, 40)).isTrue();
  }

  @Test
  void aHeapThatIsTooSmallIsTold() {
    assertThat(LargeBatch.fits(10_000, 12)).isFalse();
  }

  @Test
  void theHeapGrowsNoMoreOnceTheCacheIsFull() {
    assertThat(HeapCheck.isBounded(HeapGrowth.of(Contender.GROUPED, List.of(FULL, 2 * FULL))))
        .isTrue();
  }
}
