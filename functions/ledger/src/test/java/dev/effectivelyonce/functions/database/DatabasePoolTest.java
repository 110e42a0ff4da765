package dev.effectivelyonce.functions.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.functions.database.DatabaseSettings.Authentication;
import dev.effectivelyonce.functions.database.DatabaseSettings.Encryption;
import dev.effectivelyonce.postgres.LocalPostgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.util.Throwables;
import org.crac.Core;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The pool on a server that asks for passwords. */
class DatabasePoolTest {
  /** Of logins that never succeed. */
  private static final Duration WAIT = Duration.ofMillis(300);

  /** Of logins that the server refuses: long enough for its first answer. */
  private static final Duration REFUSALS = Duration.ofSeconds(5);

  private static final Duration LONG_WAIT = Duration.ofSeconds(30);

  /** A secret that is read once, and again when it was refused. */
  private static final class Rotating implements Logins {
    volatile String password = "first";
    volatile Optional<String> cached = Optional.empty();
    final AtomicInteger reads = new AtomicInteger();

    @Override
    public Login current() {
      Optional<String> known = cached;
      if (known.isEmpty()) {
        reads.incrementAndGet();
        known = Optional.of(password);
        cached = known;
      }
      return new Login("ledger", known.orElseThrow());
    }

    @Override
    public void refused() {
      cached = Optional.empty();
    }
  }

  private final Rotating logins = new Rotating();

  @BeforeAll
  static void askForPasswords() {
    run("CREATE ROLE ledger LOGIN");
    // Password logins, before the rule that trusts everybody on this machine.
    run(
        "CREATE TABLE hba (line text); INSERT INTO hba VALUES ('host all ledger 127.0.0.1/32"
            + " scram-sha-256'), ('host all all 127.0.0.1/32 trust'), ('local all all trust')");
    run("DO $$ BEGIN EXECUTE format('COPY hba TO %L', current_setting('hba_file')); END $$");
    run("SELECT pg_reload_conf()");
  }

  @BeforeEach
  void setPassword() {
    run("ALTER ROLE ledger PASSWORD 'first'");
  }

  @Test
  void aRotatedPasswordIsReadAnewWhenTheOldOneWasRefused() throws SQLException {
    try (DatabasePool pool = pool()) {
      assertThat(user(pool)).isEqualTo("ledger");
      run("ALTER ROLE ledger PASSWORD 'second'");
      logins.password = "second";
      pool.beforeCheckpoint(Core.getGlobalContext());

      assertThat(user(pool)).isEqualTo("ledger");

      assertThat(logins.reads).hasValue(2);
    }
  }

  @Test
  void aWrongPasswordIsALoginThatIsRefusedAndNoTextHasIt() {
    logins.password = "wr0ng";
    try (DatabasePool pool = new DatabasePool(settings(Encryption.NONE), logins, REFUSALS)) {
      assertThatThrownBy(() -> user(pool))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).startsWith("28"))
          .satisfies(e -> assertThat(Throwables.getStackTrace(e)).doesNotContain("wr0ng"));
    }
  }

  @Test
  void noConnectionIsOpenBeforeTheFirstCallNorInASnapshot() throws SQLException {
    try (DatabasePool pool = pool()) {
      assertThat(pool.open()).isZero();
      assertThat(user(pool)).isEqualTo("ledger");
      assertThat(pool.open()).isOne();

      pool.beforeCheckpoint(Core.getGlobalContext());

      assertThat(pool.open()).isZero();
    }
  }

  @Test
  void aFunctionStartsThoughItsDatabaseIsAwayAndItsCallsAreUnreachable() {
    DatabaseSettings nowhere =
        new DatabaseSettings(
            "127.0.0.1",
            1,
            "postgres",
            new Authentication.Token("ledger"),
            Encryption.NONE,
            Optional.empty());
    Map<String, String> environment = Map.of("AWS_REGION", "eu-central-1");
    try (DatabasePool made = DatabasePool.of(nowhere, environment);
        DatabasePool pool = new DatabasePool(nowhere, logins, WAIT)) {
      assertThat(made.open()).isZero();
      assertThatThrownBy(() -> user(pool))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).startsWith("08"));
    }
  }

  /** The server of the test has no certificate: a connection in plain text would be made. */
  @Test
  void aServerThatDoesNotEncryptIsRefused() {
    try (DatabasePool pool = new DatabasePool(settings(Encryption.VERIFIED), logins, WAIT)) {
      assertThatThrownBy(() -> user(pool))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).startsWith("08"));
    }
  }

  private DatabasePool pool() {
    return new DatabasePool(settings(Encryption.NONE), logins, LONG_WAIT);
  }

  private static DatabaseSettings settings(Encryption encryption) {
    return new DatabaseSettings(
        "127.0.0.1",
        LocalPostgres.server().getPort(),
        "postgres",
        new Authentication.Secret("arn:secret"),
        encryption,
        Optional.empty());
  }

  private static String user(DatabasePool pool) throws SQLException {
    try (Connection connection = pool.connections().getConnection()) {
      return connection.getMetaData().getUserName();
    }
  }

  private static void run(String sql) {
    LocalPostgres.run(LocalPostgres.emptied(), sql);
  }
}
