package dev.effectivelyonce.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A password is changed while a pool is in use: messages wait until the pool knows the new one. */
class PasswordRotationTest {
  private static final String RULE = "host all rotated all scram-sha-256\n";

  /** After failed logins the pool waits before it tries again, for longer than it lets one wait. */
  private static final int REDELIVERIES = 60;

  private final DataSource admin = LocalPostgres.emptied();

  @BeforeEach
  void makeRoleThatNeedsItsPassword() throws IOException {
    Counters.empty(admin);
    LocalPostgres.run(
        admin,
        "CREATE ROLE rotated LOGIN PASSWORD 'old';"
            + " GRANT ALL ON effectively_once_record, counter TO rotated");
    Path rules = rules();
    Files.writeString(rules, RULE + Files.readString(rules));
    LocalPostgres.run(admin, "SELECT pg_reload_conf()");
  }

  @AfterEach
  void dropRole() throws IOException {
    Path rules = rules();
    Files.writeString(rules, Files.readString(rules).replace(RULE, ""));
    LocalPostgres.run(admin, "SELECT pg_reload_conf(); DROP OWNED BY rotated; DROP ROLE rotated");
  }

  private Path rules() {
    return Path.of(LocalPostgres.texts(admin, "SHOW hba_file").getFirst());
  }

  @Test
  void messagesWaitFromTheRotationUntilThePoolHasTheNewPassword() {
    try (HikariDataSource pool = new HikariDataSource(settings())) {
      Load load = new Load(pool, pool);
      assertThat(deliver(load, "before")).isInstanceOf(Outcome.Executed.class);

      LocalPostgres.run(admin, "ALTER ROLE rotated PASSWORD 'new'");
      assertThat(deliver(load, "on an open connection")).isInstanceOf(Outcome.Executed.class);
      pool.getHikariPoolMXBean().softEvictConnections();

      StoreException fault =
          catchThrowableOfType(
              StoreException.class, () -> new PostgresStore(pool).find(Samples.id("x")));
      assertThat(fault.kind()).isEqualTo(StoreException.Kind.DENIED);
      assertThat(fault.text()).contains("28P01").contains("password");
      assertThat(deliver(load, "waits")).isInstanceOf(Outcome.StoreFailed.class);
      assertThat(Counters.count(admin, "waits")).isZero();

      pool.getHikariConfigMXBean().setPassword("new");
      assertThat(deliverUntilItIsTaken(load, "waits")).isInstanceOf(Outcome.Executed.class);
      assertThat(deliver(load, "before")).isInstanceOf(Outcome.Duplicate.class);
      assertThat(Counters.count(admin, "waits")).isOne();
    }
  }

  private static HikariConfig settings() {
    HikariConfig settings = LocalPostgres.settings(LocalPostgres.server().getPostgresDatabase(), 1);
    settings.setUsername("rotated");
    settings.setPassword("old");
    settings.setConnectionTimeout(2000);
    return settings;
  }

  private static Outcome deliverUntilItIsTaken(Load load, String key) {
    return Stream.generate(() -> deliver(load, key))
        .limit(REDELIVERIES)
        .dropWhile(Outcome.StoreFailed.class::isInstance)
        .findFirst()
        .orElseThrow();
  }

  private static Outcome deliver(Load load, String key) {
    return load.deliver(load.claiming(), key, attempt -> HandlerResult.commit(Counters.raise(key)));
  }
}
