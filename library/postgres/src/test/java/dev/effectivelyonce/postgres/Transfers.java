package dev.effectivelyonce.postgres;

import dev.effectivelyonce.core.handler.HandlerResult;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The handler of docs/postgres.md. */
final class Transfers {
  record Transfer(String account, long cents) {}

  HandlerResult booked(Transfer transfer) {
    SqlWork work =
        SqlWork.statement(
                "UPDATE account SET cents = cents - ? WHERE id = ? AND cents >= ?",
                transfer.cents(),
                transfer.account(),
                transfer.cents())
            .expecting(1)
            .orElse(HandlerResult.fail("The account has too little"))
            .then(SqlWork.of(connection -> entry(connection, transfer)));
    return HandlerResult.commit(work);
  }

  /** Returns the number of the ledger's entry, which duplicates get too. */
  private static long entry(Connection connection, Transfer transfer) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO ledger (account, cents) VALUES (?, ?) RETURNING number")) {
      insert.setString(1, transfer.account());
      insert.setLong(2, transfer.cents());
      try (ResultSet rows = insert.executeQuery()) {
        rows.next();
        return rows.getLong(1);
      }
    }
  }
}
