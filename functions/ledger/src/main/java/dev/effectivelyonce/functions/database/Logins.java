package dev.effectivelyonce.functions.database;

import java.sql.SQLException;

/** The source of the login of each new connection. Safe for many threads. */
interface Logins {
  /**
   * Returns the login as it is valid now.
   *
   * @throws SQLException with a SQLSTATE of class 28 if it is denied, of class 08 if it can't be
   *     asked for
   */
  Login current() throws SQLException;

  /** Notes that the database refused the last one, so that a changed password is read anew. */
  void refused();
}
