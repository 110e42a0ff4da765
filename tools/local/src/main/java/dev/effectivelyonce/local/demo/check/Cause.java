package dev.effectivelyonce.local.demo.check;

/** Why a message is in a dead-letter queue. */
public enum Cause {
  NOT_JSON("not JSON"),
  WRONG_TYPE("JSON of another type"),
  MISSING_KEY("no business key"),
  BLANK_KEY("blank business key"),
  KEY_REUSED("key reused with another payload"),
  PERMANENT("permanent failure of the handler"),
  OVER_BALANCE("payment over the balance"),
  NO_ACCOUNT("payment of an account without a row"),
  EXHAUSTED("retryable to the end"),
  WENT_BACK("its saga went back"),
  /** The saga is half way: a replay goes on from there. */
  STOPPED("stopped half way"),
  /** The abandoned claim waits for an operator. */
  HELD("held for an operator"),
  /**
   * The receives were used up by processes that died with the message in their batch, or by faults.
   */
  WORN_OUT("received too often: deaths, faults"),
  /**
   * The function handled the message, and it was not deleted in time: it came back as a duplicate.
   */
  NOT_DELETED("handled, not deleted in time"),
  /** A line of the user's, which may have any cause. */
  GIVEN("not judged"),
  /** No cause explains the dead letter. */
  NONE("without cause");

  private final String label;

  Cause(String label) {
    this.label = label;
  }

  /** Returns the cause in words, for reports. */
  public String label() {
    return label;
  }
}
