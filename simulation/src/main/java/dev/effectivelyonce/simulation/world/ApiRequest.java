package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.RecordId;
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
  /** The API of every history that has one. */
  static final ConsumerName CONSUMER = new ConsumerName("simulated-api");

  /** Names one sending of it. */
  static final String SENDING = "x-sending";

  private static final String PATH = "/payments";
  private static final String ROUTE = "POST " + PATH;

  RecordId id() {
    return RecordId.of(CONSUMER, BusinessKey.of(key).inScope("lambda " + caller).inScope(ROUTE));
  }

  Fingerprint fingerprint() {
    return fingerprint(payload);
  }

  static Fingerprint fingerprint(String payload) {
    return Fingerprint.of("POST", PATH, "", payload);
  }

  HttpRequest sent(String sending) {
    return new HttpRequest(
        "POST",
        PATH,
        "",
        ROUTE,
        Map.of("idempotency-key", key, SENDING, sending),
        HttpBody.of(payload),
        Map.of("/requestContext/authorizer/lambda/principalId", caller));
  }
}
