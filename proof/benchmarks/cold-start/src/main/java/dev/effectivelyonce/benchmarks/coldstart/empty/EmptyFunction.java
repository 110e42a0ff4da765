package dev.effectivelyonce.benchmarks.coldstart.empty;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import java.util.List;

/** Takes a batch and acknowledges it. */
public final class EmptyFunction implements RequestHandler<SQSEvent, SQSBatchResponse> {
  @Override
  public SQSBatchResponse handleRequest(SQSEvent event, Context context) {
    return new SQSBatchResponse(List.of());
  }
}
