package dev.effectivelyonce.dynamodb;

import dev.effectivelyonce.core.ConfigurationException;
import java.time.Duration;

/**
 * The time limits of a call. A call ends after {@code call} whatever happens. Set it well below the
 * function's timeout, because an answer after the timeout is useless.
 *
 * @param call the time limit of a call with all its attempts and the pauses between them
 * @param attempt the time limit of one attempt, and of setting up a connection
 * @param attempts the maximum number of attempts
 */
public record CallBounds(Duration call, Duration attempt, int attempts) {
  /**
   * @throws ConfigurationException if a limit is not positive, or the limit of an attempt is longer
   *     than that of its call
   */
  public CallBounds {
    if (!attempt.isPositive() || attempts < 1) {
      throw new ConfigurationException(
          "The bounds of a DynamoDB call are " + attempts + " attempts of " + attempt,
          "Allow at least one attempt of a positive duration");
    }
    if (attempt.compareTo(call) > 0) {
      throw new ConfigurationException(
          "One attempt may take " + attempt + ", but the whole DynamoDB call only " + call,
          "Make the bound of an attempt shorter than that of the call");
    }
  }

  /**
   * Returns the limits for Lambda: 4 s for a call, 1.5 s for an attempt, 3 attempts. DynamoDB
   * answers within milliseconds; the limit of an attempt leaves time for the first call of a cold
   * process with a small share of a CPU.
   */
  public static CallBounds forLambda() {
    return new CallBounds(Duration.ofSeconds(4), Duration.ofMillis(1500), 3);
  }
}
