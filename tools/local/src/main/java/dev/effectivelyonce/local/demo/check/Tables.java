package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.gateway.Entry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the tables hold when everything has settled; filled as they are read.
 *
 * @param records the idempotency table and that in PostgreSQL, by record id
 * @param plain the rows of orders and receipts, by their events' texts
 * @param ledger the Ledger table
 * @param transfers those in PostgreSQL, by their keys
 * @param numbers the numbers that the results of completed records name, by transfer
 * @param balances of accounts in cents, of articles in pieces, and how many payments lowered an
 *     account, by {@link #payments}
 * @param gateway the gateway's ledger
 * @param reservations the warehouse's, of every order
 * @param shipments the order of each shipment
 */
public record Tables(
    Map<String, RecordRow> records,
    Map<String, PlainRow> plain,
    Map<LedgerKey, LedgerRow> ledger,
    Map<String, Transfer> transfers,
    Map<String, Long> numbers,
    Map<String, Long> balances,
    List<Entry> gateway,
    List<Reservation> reservations,
    List<String> shipments) {

  /** Returns tables without a row. */
  public static Tables empty() {
    return new Tables(
        new HashMap<>(),
        new HashMap<>(),
        new HashMap<>(),
        new HashMap<>(),
        new HashMap<>(),
        new HashMap<>(),
        new ArrayList<>(),
        new ArrayList<>(),
        new ArrayList<>());
  }

  /** Returns the name of an account's count. */
  public static String payments(String account) {
    return "payments of " + account;
  }

  /**
   * A record.
   *
   * @param attempt the attempt that holds or last held it
   * @param resultAttempt the attempt that wrote the result; 0 where there is no such result
   */
  public record RecordRow(Status status, int attempt, int resultAttempt) {}

  /** An order or a receipt, with the number of runs that wrote it. */
  public record PlainRow(long totalCents, int timesProcessed) {}

  /** The key of a payment in the ledger. */
  public record LedgerKey(String accountId, String paymentId) {}

  /** A payment, with its account's count when it was booked last. */
  public record LedgerRow(long amountCents, int sequence) {}

  /** A row of the warehouse, with its pieces by article. */
  public record Reservation(String orderId, String state, Map<String, Long> pieces) {
    static final String RELEASED = "RELEASED";
    static final String SHIPPED = "SHIPPED";
  }

  /**
   * A transfer.
   *
   * @param number that the database drew
   * @param sides what each account got under that number
   */
  public record Transfer(long number, Map<String, Long> sides) {}
}
