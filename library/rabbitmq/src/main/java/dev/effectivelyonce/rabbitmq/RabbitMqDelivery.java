package dev.effectivelyonce.rabbitmq;

import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.LiveClaim;
import dev.effectivelyonce.core.steps.Steps;

/**
 * The context of a message for its handler.
 *
 * @param message the message
 * @param attempt the claim under which the handler runs
 */
public record RabbitMqDelivery(RabbitMqMessage message, Attempt attempt) {
  /** Returns the handler's named effects, which are remembered across attempts. */
  public Steps steps() {
    return attempt.steps();
  }

  /** Returns whether the attempt still holds its claim. */
  public LiveClaim claim() {
    return attempt.claim();
  }
}
