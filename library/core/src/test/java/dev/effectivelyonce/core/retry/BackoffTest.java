package dev.effectivelyonce.core.retry;

import static dev.effectivelyonce.core.Refusals.assertMistake;
import static org.assertj.core.api.Assertions.assertThat;

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
    assertMistake(() -> new Backoff(first, longest), "0 <= first <= longest <= PT12H");
  }

  @ParameterizedTest
  @CsvSource({"0, PT0S", "1, PT0S", "2, PT1S", "5, PT15S", "10, PT6M45S", "20, PT31M45S"})
  void anOutageIsSurvivedForTheShortestWaitsBetweenTheReceives(int receives, Duration survived) {
    assertThat(Backoff.standard().survived(receives)).isEqualTo(survived);
  }

  @ParameterizedTest
  @CsvSource({
    "PT0S, 1",
    "PT1S, 2",
    "PT1.001S, 3",
    "PT15S, 5",
    "PT29M15S, 19",
    "PT29M15.001S, 20",
    "PT30M, 20",
    "PT12H, 296"
  })
  void asFewReceivesAsSurviveAnOutage(Duration outage, int receives) {
    assertThat(Backoff.standard().receivesFor(outage)).hasValue(receives);
  }

  @Test
  void anOutageThatNoNumberOfReceivesSurvivesHasNone() {
    Backoff none = new Backoff(Duration.ZERO, Duration.ZERO);

    assertThat(none.receivesFor(Duration.ofMillis(1))).isEmpty();
    assertThat(Backoff.standard().receivesFor(Duration.ofDays(2))).isEmpty();
  }

  @Test
  void theMostReceivesThatSqsTakesAreCountedOn() {
    Backoff everySecond = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(1));
    Duration survived = everySecond.survived(Backoff.MOST_RECEIVES);

    assertThat(everySecond.receivesFor(survived)).hasValue(Backoff.MOST_RECEIVES);
    assertThat(everySecond.receivesFor(survived.plusMillis(1))).isEmpty();
  }

  @Test
  void theLongestWaitIsTwelveHours() {
    Duration most = Duration.ofHours(12);

    assertThat(new Backoff(most, most).least(1)).isEqualTo(Duration.ofHours(6));
    assertMistake(() -> new Backoff(most, most.plusMillis(1)));
  }

  @Test
  void noWaitCountsForMoreThanTheVisibilityTimeoutThatStandsInForIt() {
    Backoff within = Backoff.standard().within(Duration.ofSeconds(30));

    assertThat(within.least(4)).isEqualTo(Duration.ofSeconds(8));
    assertThat(within.least(20)).isEqualTo(Duration.ofSeconds(30));
    assertThat(within.receivesFor(Duration.ofMinutes(30))).hasValue(65);
    assertThat(Backoff.standard().within(Duration.ofMinutes(3))).isEqualTo(Backoff.standard());
    assertThat(Backoff.standard().within(Duration.ZERO).survived(20)).isZero();
  }
}
