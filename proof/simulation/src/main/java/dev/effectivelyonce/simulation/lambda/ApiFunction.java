package dev.effectivelyonce.simulation.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import dev.effectivelyonce.http.ApiRequest;
import dev.effectivelyonce.http.ApiResponse;

/** A function that answers requests. */
@FunctionalInterface
public interface ApiFunction {
  /** Answers one. */
  ApiResponse handle(ApiRequest request, Context context);
}
