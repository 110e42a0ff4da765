package dev.effectivelyonce.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.handler.HandlerResult.Unsuccessful;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.CommitResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Runs the natural writes of docs/postgres.md as the page has them, each of them twice. */
class NaturalWritesPageTest {
  private static final Unsuccessful DECLARED = HandlerResult.fail("Not now");
  private final AtomicInteger attempts = new AtomicInteger();
  private final DataSource source = LocalPostgres.emptied();
  private final PostgresStore store = new PostgresStore(source);

  @BeforeEach
  void makeOrders() {
    LocalPostgres.run(
        source,
        "DROP TABLE IF EXISTS orders; CREATE TABLE orders"
            + " (id text PRIMARY KEY, state text, version bigint, total integer);"
            + " INSERT INTO orders VALUES ('o-1', 'PLACED', 5, 10)");
  }

  @Test
  void aStateGuardMovesARowOnce() {
    SqlWork guard = work("state guard", "SHIPPED", "o-1", "PLACED").expecting(1).orElse(DECLARED);

    assertThat(happens(guard)).isTrue();
    assertThat(happens(guard)).isFalse();
    assertThat(row("o-1")).isEqualTo("SHIPPED 5 10");
  }

  @Test
  void theNewerVersionWinsInAnyOrder() {
    assertThat(happens(work("newer wins", "o-1", "NEW", 7))).isTrue();
    assertThat(happens(work("newer wins", "o-1", "OLD", 6))).isTrue();
    assertThat(happens(work("newer wins", "o-2", "FIRST", 1))).isTrue();

    assertThat(row("o-1")).isEqualTo("NEW 7 10");
    assertThat(row("o-2")).isEqualTo("FIRST 1 null");
  }

  @Test
  void anAbsoluteValueIsTheSameTwice() {
    assertThat(happens(work("absolute set", 42, "o-1"))).isTrue();
    assertThat(happens(work("absolute set", 42, "o-1"))).isTrue();

    assertThat(row("o-1")).isEqualTo("PLACED 5 42");
  }

  @Test
  void anUpsertIsTheSameTwice() {
    assertThat(happens(work("upsert", "o-3", "PLACED"))).isTrue();
    assertThat(happens(work("upsert", "o-3", "PLACED"))).isTrue();

    assertThat(row("o-3")).isEqualTo("PLACED null null");
  }

  @Test
  void aDeletionOfWhatIsGoneIsNoError() {
    assertThat(happens(work("delete", "o-1"))).isTrue();
    assertThat(happens(work("delete", "o-1"))).isTrue();

    assertThat(row("o-1")).isEqualTo("gone");
  }

  /** Returns the statement of a row of the page's table. */
  private static SqlWork work(String name, Object... arguments) {
    Matcher row = Pattern.compile("\\| " + name + " \\| `([^`]+)` \\|").matcher(page());
    assertThat(row.find()).as("a row of the page: " + name).isTrue();
    return SqlWork.statement(row.group(1), arguments);
  }

  private static String page() {
    try {
      return Files.readString(Path.of("../../docs/postgres.md"));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private boolean happens(SqlWork work) {
    Commit commit = new Commit.Unrecorded(new AttemptId("a-" + attempts.incrementAndGet()), work);
    return Samples.commit(store, commit) instanceof CommitResult.Committed;
  }

  private String row(String id) {
    List<String> rows =
        LocalPostgres.texts(
            source,
            "SELECT concat_ws(' ', state, coalesce(version::text, 'null'),"
                + " coalesce(total::text, 'null')) FROM orders WHERE id = '"
                + id
                + "'");
    return rows.isEmpty() ? "gone" : rows.getFirst();
  }
}
