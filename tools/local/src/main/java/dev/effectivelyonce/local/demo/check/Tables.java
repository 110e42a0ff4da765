package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.core.record.Status;
import java.util.Map;
import java.util.OptionalInt;

/**
 * What the tables hold when everything has settled.
 *
 * @param records the idempotency table and that in PostgreSQL, by record id
 * @param orders the Orders table, by order id
 * @param receipts the Receipts table, by order id
 * @param accounts the Accounts table, by account id
 * @param ledger the Ledger table
 * @param fulfilled what gateway and warehouse have done
 * @param book what PostgreSQL holds
 */
public record Tables(
    Map<String, RecordRow> records,
    Map<String, OrderRow> orders,
    Map<String, OrderRow> receipts,
    Map<String, AccountRow> accounts,
    Map<LedgerKey, LedgerRow> ledger,
    Fulfilled fulfilled,
    Book book) {

  /**
   * A record.
   *
   * @param attempt the attempt that holds or last held it
   * @param resultAttempt the attempt that wrote the result; empty where there is no such result
   */
  public record RecordRow(Status status, int attempt, OptionalInt resultAttempt) {}

  /** An order or a receipt, with the number of runs that wrote it. */
  public record OrderRow(long totalCents, int timesProcessed) {}

  /** An account, with the number of runs that lowered its balance. */
  public record AccountRow(long balanceCents, int paymentsApplied) {}

  /** The key of a payment in the ledger. */
  public record LedgerKey(String accountId, String paymentId) {}

  /** A payment, with its account's count when it was booked last. */
  public record LedgerRow(long amountCents, int sequence) {}
}
