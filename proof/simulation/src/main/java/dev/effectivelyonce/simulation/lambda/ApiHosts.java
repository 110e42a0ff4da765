package dev.effectivelyonce.simulation.lambda;

import dev.effectivelyonce.http.ApiResponse;
import java.time.Instant;

/** Makes the processes of a function behind an API, and hears what it answers. */
public interface ApiHosts extends FunctionHosts<ApiFunction> {
  /** An invocation begins, which Lambda ends at a time. */
  void began(ApiCall call, Instant deadline);

  /** A request is answered; its caller may not hear it. */
  void answered(ApiCall call, ApiResponse answer);
}
