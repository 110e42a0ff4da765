package dev.effectivelyonce.dynamodb;

import dev.effectivelyonce.core.ConfigurationException;
import java.time.Duration;

/**
 * The bounds of a call's time. A call ends after {@code call} whatever happens, so set it well
 * below the function's timeout: an answer after the timeout helps nobody.
 *
 * @param call the bound of a call with all its attempts and the pauses between them
 * @param attempt the bound of one attempt; a connection may take as long
 * @param attempts how often a request is sent at most
 */
public record CallBounds(Duration call, Duration attempt, int attempts) {
  /**
   * @throws ConfigurationException if a bound is not positive, or an attempt outlasts its call
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
   * Returns the bounds for Lambda: 4 s for a call, 1.5 s for an attempt, 3 attempts. DynamoDB
   * answers within milliseconds; an attempt's bound leaves time for the first call of a cold
   * process with a small share of a CPU.
   */
  public static CallBounds forLambda() {
    return new CallBounds(Duration.ofSeconds(4), Duration.ofMillis(1500), 3);
  }
}
