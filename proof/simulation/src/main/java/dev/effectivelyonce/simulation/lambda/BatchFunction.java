package dev.effectivelyonce.simulation.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;

/** A deployed function, warm in one environment. */
@FunctionalInterface
public interface BatchFunction {
  /** Handles a batch. */
  SQSBatchResponse handle(SQSEvent event, Context context);
}
