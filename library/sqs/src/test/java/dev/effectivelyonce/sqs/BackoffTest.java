package dev.effectivelyonce.sqs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.ConfigurationException;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffTest {
  private final SplittableRandom random = new SplittableRandom(1);

  @ParameterizedTest
  @CsvSource({
    "1, PT1S, PT2S",
    "2, PT2S, PT4S",
    "3, PT4S, PT8S",
    "8, PT128S, PT256S",
    "9, PT150S, PT300S",
    "1000, PT150S, PT300S",
    "2147483647, PT150S, PT300S"
  })
  void waitsBetweenHalfAndTheWholeOfADelayThatDoubles(int receive, Duration least, Duration most) {
    IntStream.range(0, 1000)
        .mapToObj(ignored -> Backoff.standard().after(receive, random))
        .forEach(delay -> assertThat(delay).isBetween(least, most));
  }

  @Test
  void messagesThatFailedTogetherDoNotComeBackTogether() {
    assertThat(
            IntStream.range(0, 100)
                .mapToObj(ignored -> Backoff.standard().after(3, random))
                .distinct())
        .hasSizeGreaterThan(50);
  }

  @Test
  void mayBeNone() {
    assertThat(new Backoff(Duration.ZERO, Duration.ZERO).after(4, random)).isZero();
  }

  @ParameterizedTest
  @CsvSource({"PT-1S, PT1S", "PT2S, PT1S", "PT1S, PT12H0.001S"})
  void refusesDelaysThatSqsCantKeep(Duration first, Duration longest) {
    assertThatThrownBy(() -> new Backoff(first, longest))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("0 <= first <= longest <= PT12H");
  }
}
