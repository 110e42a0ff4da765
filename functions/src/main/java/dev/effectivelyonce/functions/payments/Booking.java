package dev.effectivelyonce.functions.payments;

import dev.effectivelyonce.core.handler.HandlerResult;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Books payments: lowers the balance and adds a row to the ledger. */
@FunctionalInterface
public interface Booking {
  /** Why a payment is not booked. */
  String REFUSAL = "The account has no row, or less than the amount";

  /**
   * Books a payment.
   *
   * @param receipt what the completion keeps
   * @return the end to record: completed with the receipt, or failed with {@link #REFUSAL}
   */
  HandlerResult book(Payment payment, Object receipt);

  /** In plain writes to these tables, under the claim. */
  static Booking in(DynamoDbClient client, String accountsTable, String ledgerTable) {
    Accounts accounts = new Accounts(client, accountsTable, ledgerTable);
    return (payment, receipt) ->
        accounts.book(payment).isPresent()
            ? HandlerResult.completed(receipt)
            : HandlerResult.fail(REFUSAL);
  }
}
