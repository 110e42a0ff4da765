package dev.effectivelyonce.http;

import java.util.Set;

/** The meaning of a handler's answer for the effect of its request. */
public enum ResponseClassification {
  /** The request is done, or refused for good. The answer is kept and replayed. */
  DONE,
  /** Nothing happened. The answer is sent once; the same request may run again. */
  NOTHING_HAPPENED,
  /**
   * Nobody knows, as after an exception. The answer is sent once. Then the policy for abandoned
   * claims decides: {@code RERUN} lets the same request run again, {@code HOLD} asks an operator.
   */
  UNKNOWN;

  private static final int SERVER_ERROR = 500;

  /** The statuses Request Timeout, Too Early, Too Many Requests. */
  private static final Set<Integer> COME_BACK = Set.of(408, 425, 429);

  /**
   * Returns the default meaning. Statuses from 500 are {@link #UNKNOWN}; 408, 425 and 429 are
   * {@link #NOTHING_HAPPENED}. All others are {@link #DONE}, refusals such as 402 and 404 among
   * them.
   */
  public static ResponseClassification of(ApiResponse response) {
    if (response.status() >= SERVER_ERROR) {
      return UNKNOWN;
    }
    return COME_BACK.contains(response.status()) ? NOTHING_HAPPENED : DONE;
  }
}
