package dev.effectivelyonce.postgres;

import static dev.effectivelyonce.postgres.LeftBench.outgoing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.outbox.OutboxBacklog.Answers;
import dev.effectivelyonce.core.outbox.OutboxMessage;
import dev.effectivelyonce.core.store.StoreException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** Publishers race for the same lanes, while messages come, sends fail and connections are cut. */
class PublishersRaceTest {
  private static final long SEED = 20_261_124;
  private static final int LANES = 12;
  private static final int MESSAGES = 20;

  private final DataSource source = LocalPostgres.emptied();
  private final Random random = new Random(SEED);
  private final Map<String, List<String>> received = new LinkedHashMap<>();
  private int cut;

  @Test
  void theFirstCopiesOfEachLaneAreInOrderAndNoneIsLost() throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      Future<?> producer = threads.submit(this::produce);
      List<Future<?>> publishers =
          IntStream.range(0, 3)
              .<Future<?>>mapToObj(i -> threads.submit(() -> publishUntilDone(producer)))
              .toList();
      for (Future<?> publisher : publishers) {
        publisher.get(5, TimeUnit.MINUTES);
      }
    }

    assertThat(cut).as("cut, with the seed %d", SEED).isPositive();
    List<String> all = IntStream.range(0, MESSAGES).mapToObj(i -> "m" + i).toList();
    assertThat(received).hasSize(LANES);
    assertThat(received.values())
        .allSatisfy(lane -> assertThat(List.copyOf(new LinkedHashSet<>(lane))).isEqualTo(all));
  }

  private void produce() {
    LeftBench bench = new LeftBench(source);
    for (int message = 0; message < MESSAGES; message++) {
      for (int lane = 0; lane < LANES; lane++) {
        bench.leave(outgoing("k" + lane, "m" + message));
      }
    }
  }

  private void publishUntilDone(Future<?> producer) {
    PostgresBacklog backlog = new PostgresBacklog(source);
    boolean isLast;
    do {
      isLast = producer.isDone();
      Optional<String> lane = Optional.of("");
      while (lane.isPresent()) {
        lane = turn(backlog, lane.get());
      }
    } while (!isLast || !backlog.oldest().isEmpty());
  }

  private Optional<String> turn(PostgresBacklog backlog, String lane) {
    try {
      return backlog.take(LeftBench.DESTINATION, lane, this::send);
    } catch (StoreException e) {
      return Optional.empty();
    }
  }

  /** Sends some; what it does not answer for was sent as well, or was not. */
  private Answers send(List<OutboxMessage> messages) {
    if (chance(20) == 0) {
      cutOne();
    }
    List<OutboxMessage> sent = messages.stream().filter(it -> chance(5) > 0).toList();
    synchronized (received) {
      sent.forEach(
          it ->
              received
                  .computeIfAbsent(it.lane(), name -> new ArrayList<>())
                  .add(it.outgoing().body()));
    }
    Set<String> answered =
        sent.stream()
            .filter(it -> chance(5) > 0)
            .map(OutboxMessage::id)
            .collect(Collectors.toSet());
    return new Answers(answered, Set.of());
  }

  private synchronized int chance(int bound) {
    return random.nextInt(bound);
  }

  /** Ends the transaction of a publisher in the midst of its sending. */
  private synchronized void cutOne() {
    cut++;
    LocalPostgres.run(
        source,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            + " WHERE state = 'idle in transaction' AND query LIKE '%SKIP LOCKED%' LIMIT 1");
  }
}
