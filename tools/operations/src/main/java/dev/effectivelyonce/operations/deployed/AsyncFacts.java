package dev.effectivelyonce.operations.deployed;

import java.time.Duration;
import java.util.Optional;
import software.amazon.awssdk.services.lambda.model.GetFunctionEventInvokeConfigResponse;

/**
 * What is set about a function's asynchronous invocations.
 *
 * @param givenUpTo the ARN of what takes the events that Lambda gives up
 * @param eventAge the age at which it gives them up
 * @param retries how often it repeats an invocation
 */
public record AsyncFacts(
    Optional<String> givenUpTo, Optional<Duration> eventAge, Optional<Integer> retries) {
  static AsyncFacts of(GetFunctionEventInvokeConfigResponse answer) {
    return new AsyncFacts(
        Optional.ofNullable(answer.destinationConfig())
            .flatMap(it -> Optional.ofNullable(it.onFailure()))
            .flatMap(it -> Optional.ofNullable(it.destination())),
        Optional.ofNullable(answer.maximumEventAgeInSeconds()).map(Duration::ofSeconds),
        Optional.ofNullable(answer.maximumRetryAttempts()));
  }

  /** Returns the name of the queue that takes what is given up, if it is a queue. */
  public Optional<String> queue() {
    return givenUpTo
        .filter(it -> it.contains(":sqs:"))
        .map(it -> it.substring(it.lastIndexOf(':') + 1));
  }
}
