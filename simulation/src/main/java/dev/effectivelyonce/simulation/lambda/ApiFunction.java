package dev.effectivelyonce.simulation.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import dev.effectivelyonce.http.HttpRequest;
import dev.effectivelyonce.http.HttpResponse;

/** A function that answers requests. */
@FunctionalInterface
public interface ApiFunction {
  /** Answers one. */
  HttpResponse handle(HttpRequest request, Context context);
}
