package dev.effectivelyonce.core.saga;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.steps.StepFailedException;

/** The forward part of a saga. */
@FunctionalInterface
public interface SagaBody {
  /**
   * Runs the steps, in the same order in every attempt.
   *
   * @return the result of the handler; with a failure, the steps that are done are undone
   * @throws StepFailedException if a step failed for good; the steps that are done are undone
   * @throws Exception if the saga has to go on from here in another attempt; nothing is undone
   */
  HandlerResult run(SagaSteps steps) throws Exception;
}
