package dev.effectivelyonce.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.postgres.PostgresSchema.Finding;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A primary, and a replica of an earlier moment: it refuses writes until it is promoted, and lacks
 * what an asynchronous replica lacks.
 */
class ReplicaTest {
  private static final String EVENT = "event";

  @TempDir private Path folder = Path.of("");
  private EmbeddedPostgres primary = LocalPostgres.server();
  private EmbeddedPostgres replica = LocalPostgres.server();

  @BeforeEach
  void copyThePrimaryAtRest() throws IOException {
    EmbeddedPostgres first = started("primary");
    LocalPostgres.run(first.getPostgresDatabase(), LocalPostgres.schema());
    Counters.empty(first.getPostgresDatabase());
    first.close();
    copy(folder.resolve("primary"), folder.resolve("replica"));
    Files.createFile(folder.resolve("replica").resolve("standby.signal"));
    primary = started("primary");
    replica = started("replica");
  }

  @AfterEach
  void stop() throws IOException {
    primary.close();
    replica.close();
  }

  /** The primary commits, and is gone before it answers; its commit never reached the replica. */
  @Test
  void aReplicaRefusesWritesUntilAFailoverTakesRecordAndEffectBackTogetherAndTheEventRunsOnce() {
    assertThatNothingRunsOnTheReplica();
    AtomicBoolean isOver = new AtomicBoolean();
    DataSource endpoint =
        Intercepted.source(
            () -> (isOver.get() ? replica : primary).getPostgresDatabase().getConnection(),
            (method, call) -> {
              Object answer = call.proceed();
              if (method.equals("commit") && isOver.compareAndSet(false, true)) {
                LocalPostgres.run(replica.getPostgresDatabase(), "SELECT pg_promote()");
                throw new SQLException("The server is gone", "08006");
              }
              return answer;
            });
    Load load = new Load(endpoint, endpoint);

    Outcome first = deliver(load);
    assertThat(Counters.count(primary.getPostgresDatabase(), EVENT)).isOne();
    assertThat(first).isNotInstanceOf(Outcome.Executed.class);
    assertThat(Counters.count(replica.getPostgresDatabase(), EVENT)).isZero();

    assertThat(deliver(load)).isInstanceOf(Outcome.Executed.class);
    assertThat(deliver(load)).isInstanceOf(Outcome.Duplicate.class);
    CrashTest.assertOnceEach(replica.getPostgresDatabase(), 1);
  }

  private void assertThatNothingRunsOnTheReplica() {
    DataSource source = replica.getPostgresDatabase();
    StoreException fault =
        catchThrowableOfType(
            StoreException.class,
            () -> new PostgresStore(source).claim(Samples.claim("order-1", "a")));
    assertThat(fault.kind()).isEqualTo(StoreException.Kind.UNREACHABLE);
    assertThat(fault.text()).contains("25006");
    assertThat(PostgresSchema.check(source))
        .map(Finding::kind)
        .containsExactly(PostgresSchema.Kind.READ_ONLY);
    assertThat(deliver(new Load(source, source))).isInstanceOf(Outcome.StoreFailed.class);
  }

  private static Outcome deliver(Load load) {
    return load.deliver(
        load.claiming(), EVENT, attempt -> HandlerResult.commit(Counters.raise(EVENT)));
  }

  private EmbeddedPostgres started(String name) throws IOException {
    return EmbeddedPostgres.builder()
        .setDataDirectory(folder.resolve(name))
        .setCleanDataDirectory(false)
        .start();
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      files.forEach(
          file -> {
            try {
              Files.copy(
                  file,
                  to.resolve(from.relativize(file).toString()),
                  StandardCopyOption.COPY_ATTRIBUTES);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    }
  }
}
