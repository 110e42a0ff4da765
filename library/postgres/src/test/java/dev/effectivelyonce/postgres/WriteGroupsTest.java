package dev.effectivelyonce.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
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
  void aGroupIsOneTransactionAndOneStatementOfJdbc() {
    AtomicInteger prepared = new AtomicInteger();
    IdempotencyStore counted = counting(prepared);

    List<Optional<WriteResult>> answers = Samples.written(counted, claims("a", 25));

    assertThat(answers).hasSize(25).allMatch(it -> it.orElseThrow() instanceof WriteResult.Written);
    assertThat(prepared).hasValue(1);
    assertThat(store.groups().orElseThrow().limit()).isEqualTo(25);
    assertThat(store.groups().orElseThrow().maxConcurrentRequests()).isEqualTo(2);
    assertThat(text("SELECT count(DISTINCT xmin::text) FROM effectively_once_record"))
        .isEqualTo("1");
  }

  @Test
  void aGroupOfDuplicatesReadsItsRowsTogether() {
    AtomicInteger prepared = new AtomicInteger();
    IdempotencyStore counted = counting(prepared);
    Samples.written(store, claims("a", 25));

    List<Optional<WriteResult>> answers = Samples.written(counted, claims("b", 25));

    assertThat(answers).hasSize(25).allMatch(it -> it.orElseThrow() instanceof WriteResult.Refused);
    assertThat(prepared).hasValue(2);
  }

  @Test
  void anUnreadableRowHarmsNoOtherOfItsGroup() {
    IdempotencyRecord mine = Samples.claimed(store, "order-0");
    LocalPostgres.run(source, "UPDATE effectively_once_record SET status = 'LATER'");
    Write.Complete end = new Write.Complete(mine, Samples.RESULT, Samples.stamp());

    List<Optional<WriteResult>> answers = Samples.written(store, claims("b", 3));

    assertThat(Samples.written(store, List.of(end))).containsExactly(Optional.empty());

    assertThat(answers.getFirst()).isEmpty();
    assertThat(answers.subList(1, 3))
        .allMatch(it -> it.orElseThrow() instanceof WriteResult.Written);
  }

  @Test
  void anUnreadableRowHarmsNoOtherCommitOfItsGroup() {
    Counters.empty(source);
    Samples.claimed(store, "order-0");
    LocalPostgres.run(source, "UPDATE effectively_once_record SET status = 'LATER'");
    List<Optional<CommitResult>> answers =
        Samples.together(
            store,
            IntStream.range(0, 3)
                .mapToObj(i -> Samples.atOnce("order-" + i, "b", Counters.raise("x" + i)))
                .toList());

    assertThat(answers).hasSize(3).containsOnly(Optional.empty());
    assertThat(Counters.count(source, "x1")).isZero();
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
          won.add(threads.submit(() -> wins(Samples.written(store, claims))));
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
        Samples.written(store, List.of(late, claims("a", "other-", 1).getFirst()));

    assertThat(answers.getFirst()).isEmpty();
    assertThat(Samples.written(store.write(late)))
        .isEqualTo(noted.completed(Samples.RESULT, Samples.stamp()));
  }

  /** PostgreSQL keeps an update on its page (HOT) only if it changes no column of an index. */
  @Test
  void anOrdinaryMessageChangesNoColumnOfAnIndex() {
    String indexed =
        "SELECT string_agg(DISTINCT attname, ' ' ORDER BY attname) FROM pg_index JOIN pg_attribute"
            + " ON attrelid = indrelid AND attnum = ANY (indkey)"
            + " WHERE indrelid = 'effectively_once_record'::regclass";
    IdempotencyRecord mine = Samples.claimed(store, "order-1");
    String row = "SELECT concat(id, consumer, listed_ms) FROM effectively_once_record";
    String claimed = text(row);

    Samples.written(store.complete(mine, Samples.RESULT, Samples.stamp()));

    assertThat(text(indexed)).isEqualTo("consumer id listed_ms");
    assertThat(text(row)).isEqualTo(claimed);
  }

  private IdempotencyStore counting(AtomicInteger prepared) {
    return new PostgresStore(
        Intercepted.before(source, "prepareStatement", prepared::incrementAndGet));
  }

  private String text(String select) {
    return LocalPostgres.texts(source, select).getFirst();
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
}
