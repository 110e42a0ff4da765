package dev.effectivelyonce.http;

import java.util.Set;

/** The meaning of a handler's response for the effect of its request. */
public enum ResponseClassification {
  /** The request is done, or refused for good. The response is kept and replayed. */
  DONE,
  /** Nothing happened. The response is sent once, and the same request may run again. */
  NOTHING_HAPPENED,
  /**
   * The outcome is not known, as after an exception. The response is sent once. Then the policy for
   * abandoned claims decides: {@code RERUN} lets the same request run again, and {@code HOLD}
   * leaves the decision to an operator.
   */
  UNKNOWN;

  private static final int SERVER_ERROR = 500;

  /** The statuses Request Timeout, Too Early, Too Many Requests. */
  private static final Set<Integer> COME_BACK = Set.of(408, 425, 429);

  /**
   * Returns the default classification of a response. Statuses from 500 are {@link #UNKNOWN}; 408,
   * 425 and 429 are {@link #NOTHING_HAPPENED}. All others are {@link #DONE}, including refusals
   * such as 402 and 404.
   */
  public static ResponseClassification of(ApiResponse response) {
    if (response.status() >= SERVER_ERROR) {
      return UNKNOWN;
    }
    return COME_BACK.contains(response.status()) ? NOTHING_HAPPENED : DONE;
  }
}
