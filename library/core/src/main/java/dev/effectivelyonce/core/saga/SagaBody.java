package dev.effectivelyonce.core.saga;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.steps.StepFailedException;

/** The way forward of a saga. */
@FunctionalInterface
public interface SagaBody {
  /**
   * Runs the steps, in the same order in every attempt.
   *
   * @return a failure to have undone what is done; else how the handler ended
   * @throws StepFailedException to have undone what is done; a step that failed for good throws it
   * @throws Exception to go on from here in another attempt; nothing is undone
   */
  HandlerResult run(SagaSteps steps) throws Exception;
}
