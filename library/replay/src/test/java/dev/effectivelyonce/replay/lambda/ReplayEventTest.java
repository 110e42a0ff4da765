package dev.effectivelyonce.replay.lambda;

import static dev.effectivelyonce.core.Refusals.assertMistake;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.replay.Force;
import dev.effectivelyonce.replay.ReplayFilter;
import dev.effectivelyonce.replay.ReplayRequest;
import dev.effectivelyonce.replay.RunMode;
import java.math.BigInteger;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReplayEventTest {
  @Test
  void aQueueAloneReplaysEverything() {
    assertThat(ReplayEvent.of(Map.of("queue", "orders")))
        .isEqualTo(new ReplayEvent("orders", ReplayRequest.everything()));
  }

  @Test
  void everyFieldIsTaken() {
    Map<String, Object> event = new HashMap<>();
    event.put("queue", "payments");
    event.put("dryRun", true);
    event.put("maxMessages", 7);
    event.put("ratePerSecond", 2.5);
    event.put("keys", List.of("P-1", "P-2"));
    event.put("force", true);
    event.put("error", "declined");
    event.put("minAgeSeconds", 60);
    event.put("maxAgeSeconds", 3600L);
    event.put("cause", "Gateway answered 503");
    event.put("decisions", List.of("SEND", "REOPEN"));
    event.put("groups", List.of("g-1"));
    event.put("messageIds", List.of("m-1"));

    assertThat(ReplayEvent.of(event).request())
        .isEqualTo(
            new ReplayRequest(
                RunMode.DRY_RUN,
                7,
                OptionalDouble.of(2.5),
                new ReplayFilter(
                    Set.of("P-1", "P-2"),
                    Optional.of("declined"),
                    Optional.of(Duration.ofMinutes(1)),
                    Optional.of(Duration.ofHours(1)),
                    Optional.of("Gateway answered 503"),
                    Set.of("SEND", "REOPEN"),
                    Set.of("g-1"),
                    Set.of("m-1")),
                Force.ON));
  }

  @ParameterizedTest
  @ValueSource(strings = {"dryRun", "maxMessages", "keys", "error"})
  void nullDoesNotMeanEverything(String field) {
    Map<String, Object> event = new HashMap<>();
    event.put("queue", "orders");
    event.put(field, null);

    assertMistake(
        () -> ReplayEvent.of(event), "The field \"" + field + "\" of the request can't be used");
  }

  static Stream<Arguments> wrong() {
    return Stream.of(
        Arguments.of("dryrun", true, "unknown fields [dryrun]"),
        Arguments.of("dryRun", "true", "\"dryRun\" of the request can't be used"),
        Arguments.of("force", 1, "\"force\" of the request can't be used"),
        Arguments.of("maxMessages", "10", "Give a number"),
        Arguments.of("maxMessages", 1.5, "Give a whole number"),
        Arguments.of("maxMessages", 0, "Ask for 1 or more"),
        Arguments.of("maxMessages", -5_000_000_000L, "Ask for 1 or more"),
        Arguments.of("ratePerSecond", 0, "The rate per second is 0.0"),
        Arguments.of("ratePerSecond", Double.NaN, "The rate per second is NaN"),
        Arguments.of("keys", "O-1", "Give a list of strings"),
        Arguments.of("keys", List.of("O-1", 2), "Give a list of strings"),
        Arguments.of("keys", List.of(), "\"keys\" of the request can't be used"),
        Arguments.of("keys", List.of(List.of("O-1")), "Give a list of strings"),
        Arguments.of("maxMessages", new BigInteger("9".repeat(30)), "Give a whole number"),
        Arguments.of("ratePerSecond", new BigInteger("9".repeat(400)), "is Infinity"),
        Arguments.of("keys", List.of(" "), "A key to replay is blank"),
        Arguments.of("error", "", "The error to replay is blank"),
        Arguments.of("cause", " ", "The cause to replay is blank"),
        Arguments.of("decisions", List.of("SENT"), "There is no decision SENT"),
        Arguments.of("decisions", List.of("FILTERED"), "There is no decision FILTERED"),
        Arguments.of("groups", List.of(), "\"groups\" of the request can't be used"),
        Arguments.of("messageIds", "m-1", "Give a list of strings"),
        Arguments.of("minAgeSeconds", -1, "The least age PT-1S"),
        Arguments.of("queue", 5, "\"queue\" of the request can't be used"));
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void whatIsWrongIsRefusedWithItsName(String field, Object value, String told) {
    Map<String, Object> event = new HashMap<>(Map.of("queue", "orders"));
    event.put(field, value);

    assertMistake(() -> ReplayEvent.of(event), told);
  }

  @Test
  void theSameKeyTwiceIsThatKey() {
    Map<String, Object> event = Map.of("queue", "orders", "keys", List.of("O-1", "O-1"));

    assertThat(ReplayEvent.of(event).request().filter().keys()).containsExactly("O-1");
  }

  @Test
  void agesBeyondAllTimeAreAges() {
    Map<String, Object> event = Map.of("queue", "orders", "maxAgeSeconds", Long.MAX_VALUE);

    assertThat(ReplayEvent.of(event).request().filter().maxAge())
        .contains(Duration.ofSeconds(Long.MAX_VALUE));
  }

  @Test
  void aRequestWithoutQueueIsRefused() {
    assertMistake(() -> ReplayEvent.of(Map.of("dryRun", true)), "names no \"queue\"");
    assertMistake(() -> ReplayEvent.of(null));
  }
}
