package dev.effectivelyonce.operations.deployed;

import java.util.Optional;
import software.amazon.awssdk.services.lambda.model.GetFunctionEventInvokeConfigResponse;

/**
 * What is set about a function's asynchronous invocations.
 *
 * @param givenUpTo the ARN of what takes the events that Lambda gives up
 */
public record AsyncFacts(Optional<String> givenUpTo) {
  static AsyncFacts of(GetFunctionEventInvokeConfigResponse answer) {
    return new AsyncFacts(
        Optional.ofNullable(answer.destinationConfig())
            .flatMap(it -> Optional.ofNullable(it.onFailure()))
            .flatMap(it -> Optional.ofNullable(it.destination())));
  }

  /** Returns the name of the queue that takes what is given up, if it is a queue. */
  public Optional<String> queue() {
    return givenUpTo
        .filter(it -> it.contains(":sqs:"))
        .map(it -> it.substring(it.lastIndexOf(':') + 1));
  }
}
