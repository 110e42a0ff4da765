package dev.effectivelyonce.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills the server (SIGKILL to its first process) while events run, and starts it anew. With {@code
 * -Devents=6000} there are more events, and more kills.
 */
@Tag("full")
class KilledServerTest {
  private static final int EVENTS = Integer.getInteger("events", 200);

  /** The calls of connections at which it is killed: early, and in the middle of the work. */
  private static final Set<Integer> KILLED_AT =
      Set.of(700, 2500, 20_000, 40_000, 60_000, 80_000, 100_000);

  private static final int ATTEMPTS_TO_START = 20;

  @TempDir private Path folder = Path.of("");
  private final AtomicInteger calls = new AtomicInteger();
  private final AtomicInteger kills = new AtomicInteger();
  private @Nullable EmbeddedPostgres server;

  @BeforeEach
  void start() throws IOException {
    server = started(0);
    DataSource source = server.getPostgresDatabase();
    LocalPostgres.run(source, LocalPostgres.schema());
    Counters.empty(source);
  }

  @AfterEach
  void stop() throws IOException {
    running().close();
  }

  @Test
  void eachEventRunsOnceThoughTheServerIsKilled() throws Exception {
    HikariConfig settings = LocalPostgres.settings(running().getPostgresDatabase(), 8);
    settings.setConnectionTimeout(2000);
    try (HikariDataSource pool = new HikariDataSource(settings)) {
      DataSource disturbed = Intercepted.source(pool::getConnection, this::killedSometimes);

      new Load(disturbed, disturbed).deliver(EVENTS);
    }

    long due = KILLED_AT.stream().filter(it -> it <= calls.get()).count();
    assertThat(kills.get()).isEqualTo((int) due).isGreaterThanOrEqualTo(2);
    CrashTest.assertOnceEach(running().getPostgresDatabase(), EVENTS);
  }

  private @Nullable Object killedSometimes(String method, Intercepted.Call call) throws Throwable {
    if (KILLED_AT.contains(calls.incrementAndGet())) {
      killAndStart();
    }
    return call.proceed();
  }

  private synchronized void killAndStart() throws IOException {
    int port = running().getPort();
    String pid = Files.readAllLines(data().resolve("postmaster.pid")).getFirst();
    ProcessHandle first = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
    first.destroyForcibly();
    first.onExit().join();
    kills.incrementAndGet();
    running().close();
    server = started(port);
  }

  /** Starts the server. The last of those that were killed may still hold its memory. */
  private EmbeddedPostgres started(int port) throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        return EmbeddedPostgres.builder()
            .setDataDirectory(data())
            .setCleanDataDirectory(false)
            // What was acknowledged is to survive, which the default of this runner does not ask.
            .setServerConfig("synchronous_commit", "on")
            .setPort(port)
            .start();
      } catch (IOException | IllegalStateException e) {
        if (attempt == ATTEMPTS_TO_START) {
          throw e;
        }
      }
    }
  }

  private Path data() {
    return folder.resolve("data");
  }

  private EmbeddedPostgres running() {
    if (server == null) {
      throw new IllegalStateException("The server was not started");
    }
    return server;
  }
}
