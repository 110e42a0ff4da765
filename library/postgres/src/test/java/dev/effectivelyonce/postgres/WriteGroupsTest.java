package dev.effectivelyonce.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

class WriteGroupsTest {
  private final DataSource source = LocalPostgres.emptied();
  private final PostgresStore store = new PostgresStore(source);

  @Test
  void aGroupIsOneTransactionAndOneStatementOfJdbc() throws SQLException {
    AtomicInteger prepared = new AtomicInteger();
    IdempotencyStore counted =
        new PostgresStore(
            Intercepted.source(
                source::getConnection,
                (method, call) -> {
                  if (method.equals("prepareStatement")) {
                    prepared.incrementAndGet();
                  }
                  return call.proceed();
                }));

    List<Optional<WriteResult>> answers = together(counted, claims("a", 25));

    assertThat(answers).hasSize(25).allMatch(it -> it.orElseThrow() instanceof WriteResult.Written);
    assertThat(prepared).hasValue(1);
    assertThat(one("SELECT count(DISTINCT xmin::text) FROM effectively_once_record")).isOne();
  }

  @Test
  void groupsInAnyOrderNeverWaitForEachOther() throws Exception {
    Random random = new Random(7);
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (int round = 0; round < 20; round++) {
        int number = round;
        List<Future<Long>> won = new ArrayList<>();
        for (String owner : List.of("a", "b", "c", "d")) {
          List<Write.Groupable> claims = new ArrayList<>(claims(owner, number + "-", 25));
          Collections.shuffle(claims, random);
          won.add(threads.submit(() -> wins(together(store, claims))));
        }
        long sum = 0;
        for (Future<Long> each : won) {
          sum += each.get(60, TimeUnit.SECONDS);
        }
        assertThat(sum).isEqualTo(25);
      }
    }
  }

  @Test
  void aWriteThatANoteCrossedGoesAlone() {
    IdempotencyRecord mine = Samples.claimed(store, "order-1");
    Step intent = Step.unbegun("charge", 1, 1).intendedBy(1);
    IdempotencyRecord noted = Samples.written(store.note(mine, intent, Samples.stamp()));
    Write.Complete late = new Write.Complete(mine, Samples.RESULT, Samples.stamp());

    List<Optional<WriteResult>> answers =
        together(store, List.of(late, claims("a", "other-", 1).getFirst()));

    assertThat(answers.getFirst()).isEmpty();
    assertThat(Samples.written(store.write(late)))
        .isEqualTo(noted.completed(Samples.RESULT, Samples.stamp()));
  }

  /** Ordinary messages change no indexed column, so their rows need no new entries of indexes. */
  @Test
  void theUpdatesOfAMessageStayOnTheirPage() throws SQLException {
    LocalPostgres.run(source, "SELECT pg_stat_reset()");
    for (int i = 0; i < 50; i++) {
      IdempotencyRecord mine = Samples.claimed(store, "order-" + i);
      Samples.written(store.complete(mine, Samples.RESULT, Samples.stamp()));
    }
    LocalPostgres.run(source, "SELECT pg_stat_force_next_flush()");

    assertThat(
            one(
                "SELECT max(n_tup_upd - n_tup_hot_upd) FROM pg_stat_all_tables"
                    + " WHERE relname = 'effectively_once_record'"))
        .isZero();
  }

  private long one(String select) throws SQLException {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(select)) {
      assertThat(rows.next()).isTrue();
      return rows.getLong(1);
    }
  }

  private static long wins(List<Optional<WriteResult>> answers) {
    return answers.stream().filter(it -> it.orElseThrow() instanceof WriteResult.Written).count();
  }

  private static List<Write.Groupable> claims(String owner, int count) {
    return claims(owner, "order-", count);
  }

  private static List<Write.Groupable> claims(String owner, String prefix, int count) {
    return IntStream.range(0, count)
        .<Write.Groupable>mapToObj(i -> new Write.Claim(Samples.claim(prefix + i, owner)))
        .toList();
  }

  private static List<Optional<WriteResult>> together(
      IdempotencyStore store, List<Write.Groupable> writes) {
    List<Optional<WriteResult>> answers =
        new ArrayList<>(Collections.nCopies(writes.size(), Optional.empty()));
    store.groups().orElseThrow().write(writes, answers::set);
    return answers;
  }
}
