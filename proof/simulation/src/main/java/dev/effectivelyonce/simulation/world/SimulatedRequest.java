package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.http.ApiBody;
import dev.effectivelyonce.http.ApiRequest;
import java.util.Map;

/**
 * What a caller wants done.
 *
 * @param caller who wants it
 * @param key its Idempotency-Key
 * @param payload its content
 */
record SimulatedRequest(String caller, String key, String payload) {
  static final String PATH = "/payments";
  static final String ROUTE = "POST " + PATH;

  /** Names one sending of it. */
  private static final String SENDING = "x-sending";

  private static final String KEY = "idempotency-key";
  private static final String CALLER = "/requestContext/authorizer/lambda/principalId";

  ApiRequest sent(String sending) {
    return new ApiRequest(
        "POST",
        PATH,
        "",
        ROUTE,
        Map.of(KEY, key, SENDING, sending),
        ApiBody.of(payload),
        Map.of(CALLER, caller));
  }

  /** What was sent. */
  static SimulatedRequest of(ApiRequest request) {
    return new SimulatedRequest(
        request.at(CALLER).orElseThrow(), request.header(KEY).orElseThrow(), request.body().text());
  }

  static String sending(ApiRequest request) {
    return request.header(SENDING).orElseThrow();
  }
}
