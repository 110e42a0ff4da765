package dev.effectivelyonce.cdk;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;
import software.amazon.awscdk.Token;

/** Checks what no function of these constructs may have. */
final class FunctionRules {
  private static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(15);

  /** What Lambda takes, names and values together. */
  private static final int ENVIRONMENT_BYTES = 4096;

  /** The longest URL of a queue in the longest named Region; ARNs of functions are shorter. */
  private static final int LONGEST_REFERENCE = 136;

  private FunctionRules() {}

  static List<String> timeoutProblems(Duration timeout) {
    return new Problems()
        .when(
            Durations.outside(timeout, Duration.ofSeconds(1), LONGEST_TIMEOUT),
            "timeout is %s: Lambda takes whole seconds from 1 s to 900 s. Set one of these.",
            timeout)
        .all();
  }

  /**
   * Returns what is wrong with the size of a function's variables. A value that only the deployment
   * knows counts with the most that it may have.
   *
   * @param own those that the construct adds
   */
  static List<String> environmentProblems(
      Map<String, String> environment, Map<String, String> own) {
    int bytes =
        Stream.of(environment, own)
            .flatMap(it -> it.entrySet().stream())
            .mapToInt(it -> bytes(it.getKey()) + bytes(it.getValue()))
            .sum();
    return new Problems()
        .when(
            bytes > ENVIRONMENT_BYTES,
            "the environment may have %s bytes, and Lambda takes %s. Set fewer or shorter"
                + " variables. If they are those of consumers, give some of these a construct of"
                + " their own.",
            bytes,
            ENVIRONMENT_BYTES)
        .all();
  }

  private static int bytes(String text) {
    return Token.isUnresolved(text)
        ? LONGEST_REFERENCE
        : text.getBytes(StandardCharsets.UTF_8).length;
  }

  static List<String> concurrencyProblems(OptionalInt reserved) {
    return reserved.stream()
        .filter(it -> it < 1)
        .mapToObj(
            it ->
                ("reservedConcurrency is %s: the function could never run. Set 1 or more, or leave"
                        + " it out.")
                    .formatted(it))
        .toList();
  }
}
