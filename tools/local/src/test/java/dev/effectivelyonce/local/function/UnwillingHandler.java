package dev.effectivelyonce.local.function;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.Map;

/** Does not start: its environment lacks what it needs. */
public final class UnwillingHandler implements RequestHandler<Map<String, Object>, Object> {
  /** Throws, as a handler does whose settings are missing. */
  public UnwillingHandler() {
    throw new IllegalStateException("FLIGHTS_TABLE is not set");
  }

  @Override
  public Object handleRequest(Map<String, Object> event, Context context) {
    return event;
  }
}
