package dev.effectivelyonce.simulation.guards;

import static dev.effectivelyonce.simulation.guards.Guard.simulated;

import dev.effectivelyonce.simulation.history.StoreModel;
import java.util.List;
import java.util.stream.Stream;

/** The rules of the store in PostgreSQL, over a server whose transactions end in every way. */
final class PostgresGuards {
  private static final String POSTGRES =
      "library/postgres/src/main/java/dev/effectivelyonce/postgres/";
  private static final String WRITE = POSTGRES + "RecordWrite.java";
  private static final String CONDITIONS = POSTGRES + "Conditions.java";
  private static final String DATABASE = POSTGRES + "Database.java";
  private static final String TRANSACTIONS = POSTGRES + "PostgresTransactions.java";
  private static final String CHANGED = "Conditions.of(guard), Conditions.asSeen(base)";

  private PostgresGuards() {}

  static List<Guard> all() {
    return Stream.of(conditions(), transactions()).flatMap(List::stream).toList();
  }

  private static List<Guard> conditions() {
    return List.of(
        postgres(
            "postgres: a claim finds no record that lives",
            "a claim overwrites another's",
            CONDITIONS,
            "Column.KEPT_UNTIL_S.value(now.getEpochSecond())",
            "Column.KEPT_UNTIL_S.value(Long.MAX_VALUE)"),
        postgres(
            "postgres: a write has its guard as a condition",
            "a write meets a record on which it was not decided",
            WRITE,
            CHANGED,
            "Sql.of(\"TRUE\"), Conditions.asSeen(base)"),
        postgres(
            "postgres: a record is changed only as it was seen",
            "the record that the writer is told is not the one that is kept",
            WRITE,
            CHANGED,
            "Conditions.of(guard)"));
  }

  private static List<Guard> transactions() {
    return List.of(
        postgres(
            "postgres: a transaction that did not commit is rolled back",
            "a record is done without its rows, since the next mode of its connection commits it",
            DATABASE,
            "if (!session.isCommitted()) {",
            "if (session == null) {"),
        postgres(
            "postgres: a refused record has no rows",
            "the rows of a zombie stand beside its successor's",
            POSTGRES + "Records.java",
            "if (!write.guard().holds(base)) { return new Refused(base); }",
            "if (tries == 0) { return new Written(base.orElseThrow()); }"),
        postgres(
            "postgres: what the work yields is kept in its transaction",
            "duplicates get no value",
            POSTGRES + "Kept.java",
            "if (!result.equals(written)) {",
            "if (result == null) {"),
        postgres(
            "postgres: a lost COMMIT is not one that did not happen",
            "a transaction that has happened is told as refused",
            POSTGRES + "WorkRun.java",
            "if (SqlFaults.translate(e).isTransient()) { throw e; }",
            ""),
        postgres(
            "postgres: of commits together each is told what became of it",
            "a lane takes rows for written that are not",
            TRANSACTIONS,
            "boolean isCommitted = ended(session).isEmpty();",
            "boolean isCommitted = true;"));
  }

  private static Guard postgres(
      String id, String protects, String file, String snippet, String replacement) {
    return simulated(id, protects, file, snippet, replacement).over(StoreModel.POSTGRESQL);
  }
}
