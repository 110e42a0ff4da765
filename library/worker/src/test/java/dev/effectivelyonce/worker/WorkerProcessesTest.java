package dev.effectivelyonce.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.postgres.LocalPostgres;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three processes, one of which is killed or asked to stop each time some orders are shipped. */
@Tag("full")
class WorkerProcessesTest {
  private static final int ORDERS = 300;
  private static final int BETWEEN_ENDS = 40;

  private final DataSource database = LocalPostgres.emptied();
  private final LocalQueue queue = LocalQueue.quick();
  private final Deque<Process> running = new ArrayDeque<>();
  private int started;

  @TempDir private Path directory;

  @AfterEach
  void endProcesses() throws InterruptedException {
    for (Process process : running) {
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  void eachOrderIsShippedOnceWhileProcessesAreKilledAndReplaced() throws Exception {
    LocalPostgres.run(
        database, "DROP TABLE IF EXISTS shipped; CREATE TABLE shipped (order_id text)");
    for (int copy = 0; copy < 2; copy++) {
      queue.sendAll(IntStream.range(0, ORDERS).mapToObj(order -> "O-" + order).toList());
    }
    for (int process = 0; process < 3; process++) {
      start();
    }
    int ends = 0;
    while (!queue.isEmpty()) {
      assertThat(running).as("processes that run").allMatch(Process::isAlive);
      if (shipped().size() >= (ends + 1) * BETWEEN_ENDS) {
        end(ends++);
        start();
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }

    assertThat(ends).as("processes that ended").isGreaterThan(3);
    assertThat(shipped()).hasSize(ORDERS).doesNotHaveDuplicates();
    assertThat(queue.dead()).isEmpty();
  }

  private List<String> shipped() {
    return LocalPostgres.texts(database, "SELECT order_id FROM shipped");
  }

  private void start() throws IOException {
    File log = directory.resolve("process-" + started++ + ".log").toFile();
    running.add(
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                OrdersProcess.class.getName(),
                queue.url(),
                LocalPostgres.server().getJdbcUrl("postgres", "postgres"))
            .redirectErrorStream(true)
            .redirectOutput(log)
            .start());
  }

  /** Ends the oldest process: one by SIGKILL, the next by SIGTERM, which it has to follow. */
  private void end(int which) throws InterruptedException {
    Process oldest = running.remove();
    if (which % 2 == 0) {
      oldest.destroyForcibly().waitFor();
    } else {
      oldest.destroy();
      assertThat(oldest.waitFor(1, TimeUnit.MINUTES)).as("it stops").isTrue();
    }
  }
}
