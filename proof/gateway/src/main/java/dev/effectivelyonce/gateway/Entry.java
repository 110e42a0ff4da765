package dev.effectivelyonce.gateway;

/**
 * A line of the gateway's ledger: money that moved.
 *
 * @param kind which way
 * @param id the gateway's own number for it
 * @param key the idempotency key that it was asked for with
 * @param orderId the order that it was for
 * @param amountCents how much
 */
public record Entry(Kind kind, String id, String key, String orderId, long amountCents) {
  /** Which way money moves. */
  public enum Kind {
    /** From the customer. */
    CHARGE,
    /** Back to the customer. */
    REFUND
  }
}
