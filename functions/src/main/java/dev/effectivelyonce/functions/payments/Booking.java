package dev.effectivelyonce.functions.payments;

import dev.effectivelyonce.core.engine.HandlerResult;

/** Books payments: lowers the balance and adds a row to the ledger. */
@FunctionalInterface
interface Booking {
  /** Why a payment is not booked. */
  String REFUSAL = "The account has no row, or less than the amount";

  /**
   * Books a payment.
   *
   * @param receipt what the completion keeps
   * @return the end to record: completed with the receipt, or failed with {@link #REFUSAL}
   */
  HandlerResult book(Payment payment, Object receipt);

  /** In plain writes, under the claim. */
  static Booking in(Accounts accounts) {
    return (payment, receipt) ->
        accounts.book(payment).isPresent()
            ? HandlerResult.completed(receipt)
            : HandlerResult.fail(REFUSAL);
  }
}
