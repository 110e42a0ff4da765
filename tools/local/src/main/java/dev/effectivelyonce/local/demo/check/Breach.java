package dev.effectivelyonce.local.demo.check;

/** What went wrong. */
public enum Breach {
  /** A message is neither done nor in a dead-letter queue. */
  LOST("lost"),
  /** An effect happened again, and nothing that happened to its attempts allows it. */
  DOUBLE_EFFECT("double effect, not allowed"),
  /** An effect happened more often than there were attempts. */
  TOO_MANY_RUNS("more runs than attempts"),
  /** Payments of one account were not applied in the order sent. */
  OUT_OF_ORDER("out of order"),
  /** A completed record does not hold the result of the attempt that completed it. */
  OVERWRITTEN("completion overwritten"),
  /** A message is in a dead-letter queue without a cause. */
  STRAY_DEAD_LETTER("dead-lettered without cause"),
  /** An order that is done has sent nothing on, or one that is not done has. */
  NOT_SENT_ON("done, and not sent on; or sent on, and not done"),
  /** A shipped order was not charged exactly once. */
  NOT_PAID_ONCE("shipped, not charged once"),
  /** An order that went back was not given back what it was charged, once. */
  NOT_GIVEN_BACK("went back, not given back once"),
  /** An order that is not over was charged more than once. */
  MISCHARGED("charged more than once"),
  /** A reservation is not as its order ended. */
  MISRESERVED("reservation out of step"),
  /** A shipment is not as its order ended. */
  MISSHIPPED("shipment out of step"),
  /** An article's stock does not follow from its reservations. */
  STOCK_OFF("stock out of step"),
  /** An account's balance or count does not follow from its ledger, or the ledger has a gap. */
  UNBALANCED("account out of step with its ledger"),
  /** A caller got the answer of a payment that is not in the ledger. */
  ANSWERED_UNPAID("answered, not in the ledger"),
  /** Answers to one key say different things. */
  DIFFERENT_ANSWERS("answers of one key differ"),
  /** A caller got more than once the answer that a request was done for the first time. */
  ANSWERED_ANEW("first answered more than once"),
  /** A request was refused that could be done, or done though it had to be refused. */
  WRONG_ANSWER("answer not as expected"),
  /** A caller got no answer that ends its request. */
  UNANSWERED("no answer in the end"),
  /** A completed transfer's record does not tell the number that the database drew. */
  WRONG_NUMBER("another number in its record"),
  /** A completed payment has no row in the ledger. */
  MISSING_LEDGER_ROW("missing in the ledger"),
  /** A payment in the ledger is not completed. */
  NOT_COMPLETED("in the ledger, not completed"),
  /** A row does not hold what the event's first message said. */
  WRONG_PAYLOAD("wrong payload"),
  /** An event has an effect though its handler must have refused it. */
  UNEXPECTED_EFFECT("effect without cause"),
  /** A record is in a state that nothing explains. */
  UNEXPECTED_STATE("record in an unexpected state"),
  /** A message is still in a queue. */
  LEFT_OVER("left in a queue"),
  /** A count is outside of what the plan implies. */
  MISCOUNT("count not as expected");

  private final String label;

  Breach(String label) {
    this.label = label;
  }

  /** Returns the breach in words, for reports. */
  public String label() {
    return label;
  }
}
