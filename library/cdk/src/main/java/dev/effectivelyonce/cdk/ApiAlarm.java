package dev.effectivelyonce.cdk;

/**
 * The alarms of an API. Each alarm has a section in {@code docs/operations.md}, which its
 * description names.
 *
 * <p>If a request may need a person, the alarm rings for a single occurrence. If a repetition
 * usually corrects the fault, it rings only if the fault lasts for three minutes of five. There is
 * no alarm for reused keys, because that is the caller's mistake and the caller gets the error at
 * once.
 *
 * <p>{@link #HELD}, {@link #SUPERSEDED}, {@link #UNRECORDED}, {@link #STORE_FAILED} and {@link
 * #FOREIGN} never ring unless the API has a {@code MetricsObserver}.
 */
public enum ApiAlarm {
  /**
   * A request's outcome is unknown and an operator has to decide. One request is enough, because it
   * never runs again by itself and its caller waits.
   */
  HELD("HeldAlarm", "held", "the outcome of a request is unknown and an operator has to decide"),

  /** An attempt ended after its claim was taken over, so two attempts ran at the same time. */
  SUPERSEDED(ConsumerAlarm.SUPERSEDED),

  /**
   * A handler ended, but its outcome could not be recorded, so its effect may be repeated or its
   * record held.
   */
  UNRECORDED(ConsumerAlarm.UNRECORDED),

  /** The store refuses calls or does not answer, so callers get 503 before anything runs. */
  STORE_FAILED("StoreFailedAlarm", "store-failed", "the table of records is not usable"),

  /**
   * A request got the stored response of a function with another name. One request is enough,
   * because two APIs share a name on one table, or the function was renamed.
   */
  FOREIGN(
      "ForeignAlarm",
      "two-consumers-of-one-name",
      "a request got the answer of a function of another name"),

  /** Callers get responses with status 500 and above, whatever their cause. */
  SERVER_ERRORS("ServerErrorsAlarm", "server-errors", "callers get answers of 500 and above"),

  /**
   * Whole invocations fail because they crash, run out of time or memory, or can't be initialized.
   */
  ERRORS(ConsumerAlarm.ERRORS),

  /** Lambda throttles the function, and callers get 429. */
  THROTTLES(ConsumerAlarm.THROTTLES);

  private final String constructId;
  private final String anchor;
  private final String meaning;

  ApiAlarm(ConsumerAlarm sameAs) {
    this(sameAs.text().constructId(), sameAs.text().anchor(), sameAs.text().meaning());
  }

  ApiAlarm(String constructId, String anchor, String meaning) {
    this.constructId = constructId;
    this.anchor = anchor;
    this.meaning = meaning;
  }

  AlarmText text() {
    return new AlarmText(constructId, anchor, meaning);
  }
}
