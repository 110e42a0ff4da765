package dev.effectivelyonce.core.engine;

/** The names of the metrics. Alarms and dashboards use them, so never rename one. */
public final class MetricNames {
  /**
   * The time from the start of a delivery until it acquired its claim, in milliseconds. Only for
   * deliveries that acquired one.
   */
  public static final String CLAIM_LATENCY = "claimLatency";

  /**
   * The time from the claim until the outcome of the attempt was recorded, in milliseconds. Only
   * for attempts with a recorded outcome.
   */
  public static final String ATTEMPT_AGE = "attemptAge";

  /**
   * The age of the oldest message that was returned to its queue to be delivered again, counted
   * from when it was sent, in milliseconds.
   */
  public static final String GIVEN_BACK_OLDEST = "givenBack.oldest";

  /** The number of writes that were sent one by one although they could have been grouped. */
  public static final String UNGROUPED = "ungrouped";

  /**
   * The number of claims that the cache answered, which are duplicates without a request to the
   * store.
   */
  public static final String CACHE_HIT = "dedup.cache.hit";

  /** The number of messages that a publisher or sweeper of an outbox sent. */
  public static final String OUTBOX_PUBLISHED = "outbox.published";

  /** The number of messages of an outbox that will be sent at another time. */
  public static final String OUTBOX_HELD = "outbox.held";

  /** The number of messages of an outbox that can't be sent until the cause is corrected. */
  public static final String OUTBOX_UNSENDABLE = "outbox.unsendable";

  /**
   * The number of runs of an outbox's publisher that failed as a whole, for example because of its
   * database.
   */
  public static final String OUTBOX_FAILED = "outbox.failed";

  /** The dimension of metrics by destination. */
  public static final String DESTINATION = "destination";

  /**
   * The age of the oldest message that a sweeper left in the outbox, by destination, in
   * milliseconds.
   */
  public static final String OUTBOX_OLDEST = "outbox.oldest";

  /** The dimension of metrics by consumer. */
  public static final String CONSUMER = "consumer";

  /** The age of the oldest record that is half done or held, by consumer, in milliseconds. */
  public static final String UNSETTLED_OLDEST = "unsettled.oldest";

  /** Whether an event source is stopped, by consumer: 1 if it is, else 0. */
  public static final String SOURCE_STOPPED = "source.stopped";

  private MetricNames() {}

  /** Returns the name of the count of messages that could not be read. */
  public static String of(UnreadMessage.Kind kind) {
    return switch (kind) {
      case UNREADABLE -> "unreadable";
      case DEFERRED -> "deferred";
    };
  }

  /** Returns the name of the count of a kind of transition. */
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
