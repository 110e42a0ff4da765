package dev.effectivelyonce.postgres;

import java.util.HexFormat;
import java.util.random.RandomGenerator;

/**
 * The savepoint before the write of a record. Its name is drawn for each store: a work that knew it
 * could go back behind the write, and go on.
 */
record Savepoint(String name) {
  static Savepoint drawn(RandomGenerator random) {
    return new Savepoint("before_" + HexFormat.of().toHexDigits(random.nextLong()));
  }

  Sql set() {
    return Sql.of("SAVEPOINT " + name);
  }

  /**
   * Returns what sets it anew, here. It is refused if the savepoint is gone or the transaction has
   * failed. The savepoints that came after it are gone then.
   */
  Sql setAnew() {
    return Sql.of("RELEASE SAVEPOINT " + name + "; SAVEPOINT " + name);
  }

  Sql goBack() {
    return Sql.of("ROLLBACK TO SAVEPOINT " + name);
  }
}
