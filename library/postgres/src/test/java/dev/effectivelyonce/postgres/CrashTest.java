package dev.effectivelyonce.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Two stores race for events that are delivered to both, while connections are cut and answers are
 * lost. Each effect has happened once, and each record is completed.
 */
class CrashTest {
  private static final long SEED = 20_261_123;
  private static final int EVENTS = 250;

  private final DataSource source = LocalPostgres.emptied();
  private final Random random = new Random(SEED);
  private final AtomicInteger cut = new AtomicInteger();
  private final AtomicInteger lost = new AtomicInteger();

  @BeforeEach
  void makeCounters() {
    Counters.empty(source);
  }

  @Test
  void connectionsThatAreCutAndCommitsWhoseAnswersAreLostRunEachEventOnce() throws Exception {
    PGSimpleDataSource load = LocalPostgres.driver();
    load.setApplicationName("load");
    try (HikariDataSource first = LocalPostgres.pool(load, 3);
        HikariDataSource second = LocalPostgres.pool(load, 3)) {
      new Load(
              Intercepted.source(first::getConnection, this::disturb),
              Intercepted.source(second::getConnection, this::disturb))
          .deliver(EVENTS);
    }

    assertThat(cut).as("cut, with the seed %d", SEED).hasPositiveValue();
    assertThat(lost).as("lost, with the seed %d", SEED).hasPositiveValue();
    assertOnceEach(source, EVENTS);
  }

  private @Nullable Object disturb(String method, Intercepted.Call call) throws Throwable {
    int chance = chance();
    if (chance == 0) {
      cutAny();
    }
    Object answer = call.proceed();
    if (method.equals("commit") && chance < 4) {
      lost.incrementAndGet();
      throw new SQLException("The answer was lost, seed " + SEED, "08006");
    }
    return answer;
  }

  private synchronized int chance() {
    return random.nextInt(60);
  }

  /** Ends one of the connections, whatever it is doing. */
  private void cutAny() {
    cut.addAndGet(
        LocalPostgres.texts(
                source,
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name ="
                    + " 'load' ORDER BY md5(pid::text || now()) LIMIT 1")
            .size());
  }

  static void assertOnceEach(DataSource source, int events) {
    String sums =
        "SELECT concat_ws(' ', (SELECT count(*) FROM counter), (SELECT max(times) FROM counter),"
            + " (SELECT count(*) FROM effectively_once_record WHERE status = 'COMPLETED'),"
            + " (SELECT count(*) FROM effectively_once_record))";

    assertThat(LocalPostgres.texts(source, sums))
        .as("events with an effect, effects of that with most, completed records, records")
        .containsExactly("%s 1 %s %s".formatted(events, events, events));
  }
}
