package dev.effectivelyonce.sqs;

import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.LiveClaim;
import dev.effectivelyonce.core.steps.Steps;

/**
 * What a handler may want to know besides the payload.
 *
 * @param message the SQS message
 * @param attempt the claim under which the handler runs
 */
public record Delivery(SqsMessage message, Attempt attempt) {
  /** Runs the handler's named effects, and remembers them across attempts. */
  public Steps steps() {
    return attempt.steps();
  }

  /** Tells whether the attempt still holds its claim. */
  public LiveClaim claim() {
    return attempt.claim();
  }
}
