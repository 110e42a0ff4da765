package dev.effectivelyonce.http;

import java.util.Set;

/** What a handler's answer says about the effect of its request. */
public enum ResponseMeaning {
  /** The request is done, or refused for good. The answer is kept and replayed. */
  DONE,
  /** Nothing happened. The answer goes out once; the same request may run again. */
  NOTHING_HAPPENED,
  /**
   * Nobody knows, as after an exception. The answer goes out once; then the policy for abandoned
   * claims decides: {@code RERUN} lets the same request run again, {@code HOLD} asks an operator.
   */
  UNKNOWN;

  private static final int SERVER_ERROR = 500;

  /** Request Timeout, Too Early, Too Many Requests. */
  private static final Set<Integer> COME_BACK = Set.of(408, 425, 429);

  /**
   * The default: statuses from 500 are {@link #UNKNOWN}, 408, 425 and 429 say that {@link
   * #NOTHING_HAPPENED}, all others are {@link #DONE}, refusals such as 402 and 404 among them.
   */
  public static ResponseMeaning of(ApiResponse response) {
    if (response.status() >= SERVER_ERROR) {
      return UNKNOWN;
    }
    return COME_BACK.contains(response.status()) ? NOTHING_HAPPENED : DONE;
  }
}
