package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.http.HttpBody;
import dev.effectivelyonce.http.HttpRequest;
import java.util.Map;

/**
 * What a caller wants done.
 *
 * @param caller who wants it
 * @param key its Idempotency-Key
 * @param payload its content
 */
record ApiRequest(String caller, String key, String payload) {
  static final String PATH = "/payments";
  static final String ROUTE = "POST " + PATH;

  /** Names one sending of it. */
  private static final String SENDING = "x-sending";

  private static final String KEY = "idempotency-key";
  private static final String CALLER = "/requestContext/authorizer/lambda/principalId";

  HttpRequest sent(String sending) {
    return new HttpRequest(
        "POST",
        PATH,
        "",
        ROUTE,
        Map.of(KEY, key, SENDING, sending),
        HttpBody.of(payload),
        Map.of(CALLER, caller));
  }

  /** What was sent. */
  static ApiRequest of(HttpRequest request) {
    return new ApiRequest(
        request.at(CALLER).orElseThrow(), request.header(KEY).orElseThrow(), request.body().text());
  }

  static String sending(HttpRequest request) {
    return request.header(SENDING).orElseThrow();
  }
}
