package dev.effectivelyonce.gateway;

import java.util.Map;

/**
 * What a call is answered.
 *
 * @param status of HTTP
 * @param body as a JSON object
 */
record Answer(int status, Map<String, ?> body) {
  private static final int OK = 200;
  private static final int CREATED = 201;

  static Answer of(Entry entry) {
    return new Answer(CREATED, body(entry));
  }

  static Answer found(Entry entry) {
    return new Answer(OK, body(entry));
  }

  static Answer problem(int status, String problem) {
    return new Answer(status, Map.of("error", problem));
  }

  private static Map<String, ?> body(Entry entry) {
    return Map.of("id", entry.id(), "orderId", entry.orderId(), "amountCents", entry.amountCents());
  }
}
