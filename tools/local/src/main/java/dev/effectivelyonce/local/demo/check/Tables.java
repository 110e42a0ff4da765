package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.gateway.Entry;
import dev.effectivelyonce.local.demo.plan.Event;
import java.util.List;
import java.util.Map;

/**
 * What the tables hold when everything has settled.
 *
 * @param records the idempotency table and that in PostgreSQL, by record id
 * @param plain the rows of orders and receipts
 * @param accounts the Accounts table, by account id
 * @param ledger the Ledger table
 * @param fulfilled what gateway and warehouse have done
 * @param book what PostgreSQL holds besides the records
 */
public record Tables(
    Map<String, RecordRow> records,
    Map<Event.Id, PlainRow> plain,
    Map<String, AccountRow> accounts,
    Map<LedgerKey, LedgerRow> ledger,
    Fulfilled fulfilled,
    Book book) {

  /**
   * A record.
   *
   * @param attempt the attempt that holds or last held it
   * @param resultAttempt the attempt that wrote the result; 0 where there is no such result
   */
  public record RecordRow(Status status, int attempt, int resultAttempt) {}

  /** An order or a receipt, with the number of runs that wrote it. */
  public record PlainRow(long totalCents, int timesProcessed) {}

  /** An account, with the number of runs that lowered its balance. */
  public record AccountRow(long balanceCents, int paymentsApplied) {}

  /** The key of a payment in the ledger. */
  public record LedgerKey(String accountId, String paymentId) {}

  /** A payment, with its account's count when it was booked last. */
  public record LedgerRow(long amountCents, int sequence) {}

  /**
   * What gateway and warehouse have done for orders, each by its own account.
   *
   * @param ledger the gateway's
   * @param reservations the warehouse's, of every order
   * @param shipments the order of each shipment
   * @param stock what is available, by article
   */
  public record Fulfilled(
      List<Entry> ledger,
      List<Reservation> reservations,
      List<String> shipments,
      Map<String, Long> stock) {}

  /** A row of the warehouse, with its pieces by article. */
  public record Reservation(String orderId, String state, Map<String, Long> pieces) {
    static final String RELEASED = "RELEASED";
    static final String SHIPPED = "SHIPPED";
  }

  /**
   * The book of transfers.
   *
   * @param balances of its accounts, in cents
   * @param transfers by their ids
   * @param numbers the numbers that the results of completed records name, by transfer
   */
  public record Book(
      Map<String, Long> balances, Map<String, Transfer> transfers, Map<String, Long> numbers) {}

  /**
   * A transfer.
   *
   * @param number that the database drew
   * @param sides what each account got under that number
   */
  public record Transfer(long number, Map<String, Long> sides) {}
}
