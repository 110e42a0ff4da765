package dev.effectivelyonce.functions.payments;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.functions.payments.Accounts.Account;
import java.util.function.LongFunction;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Books payments: lowers the balance and adds a row to the ledger. */
@FunctionalInterface
public interface Booking {
  /** Why a payment is not booked. */
  String REFUSAL = "The account has no row, or less than the amount";

  /** Why a payment is not booked again, though its record was forgotten or is gone. */
  String BOOKED = "The ledger has this payment already: nothing was booked again";

  /**
   * Books a payment.
   *
   * @param receipt what the completion keeps, given the account's running count of payments
   * @return the end to record: done with the receipt, or failed with {@link #REFUSAL} or {@link
   *     #BOOKED}
   */
  HandlerResult book(Payment payment, LongFunction<Object> receipt);

  /**
   * Books in these tables. Nothing happens before the result is returned: it is written with the
   * record's completion.
   */
  static Booking in(DynamoDbClient client, String accountsTable, String ledgerTable) {
    Accounts accounts = new Accounts(client, accountsTable, ledgerTable);
    return (payment, receipt) ->
        accounts
            .find(payment.accountId())
            .filter(account -> account.balanceCents() >= payment.amountCents())
            .map(account -> booked(accounts, payment, account, receipt))
            .orElseGet(() -> HandlerResult.fail(REFUSAL));
  }

  private static HandlerResult booked(
      Accounts accounts, Payment payment, Account seen, LongFunction<Object> receipt) {
    return HandlerResult.commit(
        accounts.booking(payment, seen), receipt.apply(seen.nextSequence()));
  }
}
