package dev.effectivelyonce.functions.ledger;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.postgres.SqlWork;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The statements that book a transfer, in the transaction of its record's completion. */
final class DoubleEntry {
  /** Why a transfer is not booked. */
  static final String REFUSAL = "An account has no row, or the first has less than the amount";

  /** Why a transfer is not booked again, though its record was forgotten or is gone. */
  static final String BOOKED = "The ledger has this transfer already: nothing was booked again";

  private static final String ENTRIES =
      """
      WITH booked AS (
        INSERT INTO ledger_transfer (transfer_id, amount_cents, currency, requested_at)
          VALUES (?, ?, ?, ?) RETURNING number),
      entries AS (
        INSERT INTO ledger_entry (number, account_id, amount_cents)
          SELECT number, account_id, cents
            FROM booked, (VALUES (?, ?::bigint), (?, ?::bigint)) AS side (account_id, cents))
      SELECT number FROM booked
      """;

  private DoubleEntry() {}

  /** Returns the work, which yields the receipt. */
  static SqlWork of(Transfer transfer, int attempt) {
    return balances(transfer)
        .then(SqlWork.of(connection -> entries(connection, transfer, attempt)))
        .orElse(HandlerResult.fail(BOOKED));
  }

  /** Locks accounts in one order everywhere, so that two transfers never wait for each other. */
  private static SqlWork balances(Transfer transfer) {
    SqlWork lower =
        SqlWork.statement(
                "UPDATE ledger_account SET balance_cents = balance_cents - ?"
                    + " WHERE account_id = ? AND balance_cents >= ?",
                transfer.amountCents(),
                transfer.fromAccount(),
                transfer.amountCents())
            .expecting(1)
            .orElse(HandlerResult.fail(REFUSAL));
    SqlWork raise =
        SqlWork.statement(
                "UPDATE ledger_account SET balance_cents = balance_cents + ? WHERE account_id = ?",
                transfer.amountCents(),
                transfer.toAccount())
            .expecting(1)
            .orElse(HandlerResult.fail(REFUSAL));
    return transfer.fromAccount().compareTo(transfer.toAccount()) < 0
        ? lower.then(raise)
        : raise.then(lower);
  }

  private static TransferReceipt entries(Connection connection, Transfer transfer, int attempt)
      throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(ENTRIES)) {
      insert.setString(1, transfer.transferId());
      insert.setLong(2, transfer.amountCents());
      insert.setString(3, transfer.currency());
      insert.setString(4, transfer.requestedAt());
      insert.setString(5, transfer.fromAccount());
      insert.setLong(6, -transfer.amountCents());
      insert.setString(7, transfer.toAccount());
      insert.setLong(8, transfer.amountCents());
      try (ResultSet rows = insert.executeQuery()) {
        rows.next();
        return new TransferReceipt(transfer.transferId(), rows.getLong(1), attempt);
      }
    }
  }
}
