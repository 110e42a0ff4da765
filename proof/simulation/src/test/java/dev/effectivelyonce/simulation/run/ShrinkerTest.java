package dev.effectivelyonce.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShrinkerTest {
  @Test
  void onlyTheChoicesThatMatterAreLeft() {
    int[] choices = IntStream.range(0, 500).map(i -> i % 7 + 1).toArray();

    int[] shrunk =
        Shrinker.shrink(choices, it -> Arrays.stream(it).filter(i -> i == 5).count() >= 2, 5_000);

    assertThat(shrunk).containsExactly(5, 5);
  }

  @Test
  void whatCanNotBeLessStays() {
    int[] choices = {0, 3, 0, 0, 9};

    assertThat(Shrinker.shrink(choices, it -> Arrays.equals(it, choices), 1_000))
        .containsExactly(0, 3, 0, 0, 9);
  }

  @Test
  void itEndsWithItsBudget() {
    int[] choices = IntStream.range(1, 100).toArray();
    int[] runs = {0};

    Shrinker.shrink(choices, it -> runs[0]++ >= 0, 10);

    assertThat(runs[0]).isLessThanOrEqualTo(10);
  }
}
