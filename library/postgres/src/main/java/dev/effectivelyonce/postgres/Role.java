package dev.effectivelyonce.postgres;

/** The role of a transaction. A work may take another, which may write no row of the library. */
final class Role {
  /** Keeps the role of before the work where the transaction alone sees it. */
  static final Sql KEPT =
      Sql.of(
          "SELECT set_config('effectively_once.user', session_user::text, true),"
              + " set_config('effectively_once.role', current_setting('role'), true)");

  /** Takes the role of before; the user first, since that takes the role away. */
  static final Sql TAKEN_BACK =
      Sql.of(
          "SELECT set_config('session_authorization', "
              + "current_setting('effectively_once.user'), true);"
              + " SELECT set_config('role', current_setting('effectively_once.role'), true)");

  private Role() {}
}
