package dev.effectivelyonce.metrics;

import dev.effectivelyonce.core.engine.Transition;

/** The names of the metrics. Alarms and dashboards know them: never rename one. */
public final class MetricNames {
  /**
   * In milliseconds: from the begin of a delivery until it got its claim. Of deliveries that got
   * one.
   */
  public static final String CLAIM_LATENCY = "claimLatency";

  /**
   * In milliseconds: from the claim until the attempt's end was recorded. Of attempts whose end
   * was.
   */
  public static final String ATTEMPT_AGE = "attemptAge";

  /** How many writes went one by one though they were to go together. */
  public static final String UNGROUPED = "ungrouped";

  /** How many messages a publisher or sweeper of an outbox sent. */
  public static final String OUTBOX_PUBLISHED = "outbox.published";

  /** How many messages of an outbox are to be sent another time. */
  public static final String OUTBOX_HELD = "outbox.held";

  /** How many messages of an outbox can't be sent until somebody sees to them. */
  public static final String OUTBOX_UNSENDABLE = "outbox.unsendable";

  /** The dimension of what is told by destination. */
  public static final String DESTINATION = "destination";

  /**
   * In milliseconds, by destination: the age of the oldest message that a sweeper left in the
   * outbox.
   */
  public static final String OUTBOX_OLDEST = "outbox.oldest";

  /** The dimension of what is told by consumer. */
  public static final String CONSUMER = "consumer";

  /** In milliseconds, by consumer: the age of the oldest record that is half done or held. */
  public static final String UNSETTLED_OLDEST = "unsettled.oldest";

  private MetricNames() {}

  /** The name of the count of a kind of transition. */
  public static String of(Transition.Kind kind) {
    return switch (kind) {
      case CLAIMED -> "dedup.miss";
      case TAKEN_OVER -> "takenOver";
      case WOULD_SKIP -> "wouldSkip";
      case EXECUTED -> "executed";
      case DUPLICATE -> "dedup.skip";
      case FOREIGN_DUPLICATE -> "dedup.foreign";
      case OTHER_PAYLOAD -> "dedup.otherPayload";
      case IN_FLIGHT -> "inFlight";
      case RELEASED -> "released";
      case FAILED -> "failed";
      case ALREADY_FAILED -> "alreadyFailed";
      case HELD -> "held";
      case KEY_REUSED -> "keyReused";
      case SUPERSEDED -> "superseded";
      case NOT_STARTED -> "notStarted";
      case STORE_FAILED -> "storeFailed";
      case UNRECORDED -> "unrecorded";
    };
  }
}
