package dev.effectivelyonce.cdk;

/**
 * The alarms of an API. Each has a part in {@code docs/operations.md}, which its description names.
 *
 * <p>Where a request may need a person, an alarm rings for one occurrence. Where a repetition
 * usually corrects the fault, it rings only for a lasting state, three minutes of five. There is
 * none for reused keys: the caller, whose mistake it is, gets the error at once.
 *
 * <p>{@link #HELD}, {@link #SUPERSEDED}, {@link #UNRECORDED}, {@link #STORE_FAILED} and {@link
 * #FOREIGN} never ring unless the API has a {@code MetricsObserver}.
 */
public enum ApiAlarm {
  /**
   * A request's outcome is unknown and an operator has to decide. One is enough: the request is
   * never run again by itself, and its caller waits.
   */
  HELD("HeldAlarm", "held", "the outcome of a request is unknown and an operator has to decide"),

  /** An attempt ended after its claim was taken over, so two attempts ran at the same time. */
  SUPERSEDED(ConsumerAlarm.SUPERSEDED),

  /** A handler ended and its end could not be recorded: its effect may be repeated or held. */
  UNRECORDED(ConsumerAlarm.UNRECORDED),

  /** The store refuses or does not answer, so callers get 503 before anything runs. */
  STORE_FAILED("StoreFailedAlarm", "store-failed", "the table of records is not usable"),

  /**
   * A request got the stored answer of a function of another name. One is enough: two APIs share a
   * name on one table, or the function was renamed.
   */
  FOREIGN(
      "ForeignAlarm",
      "two-consumers-of-one-name",
      "a request got the answer of a function of another name"),

  /** Callers get answers of 500 and above, whatever their source. */
  SERVER_ERRORS("ServerErrorsAlarm", "server-errors", "callers get answers of 500 and above"),

  /** Whole invocations fail: crashed, out of time or memory, or not initialized. */
  ERRORS(ConsumerAlarm.ERRORS),

  /** Lambda refuses to run the function; callers get 429. */
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
