package dev.effectivelyonce.redis;

import static dev.effectivelyonce.redis.Samples.RESULT;
import static dev.effectivelyonce.redis.Samples.claim;
import static dev.effectivelyonce.redis.Samples.id;
import static dev.effectivelyonce.redis.Samples.stamp;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult.Written;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import redis.clients.jedis.Protocol.Command;

/**
 * What real servers forget of completions that they answered. The figures are those of
 * docs/redis.md; each run writes them to {@code target/crashes.txt}.
 */
class ServerCrashTest {
  private static final Path REPORT = Path.of("target/crashes.txt");
  private static final int EVENTS = 3000;
  private static final int SPLIT = 200;

  @BeforeAll
  static void beginReport() throws IOException {
    Files.deleteIfExists(REPORT);
  }

  @ParameterizedTest
  @CsvSource({"no append-only file, no, 3000", "append-only file always, yes, 0"})
  void aKilledServerForgetsWhatItDidNotAppend(String name, String appendOnly, int expected)
      throws IOException {
    try (LocalRedis server =
        LocalRedis.start("--appendonly", appendOnly, "--appendfsync", "always")) {
      List<IdempotencyRecord> completed = completed(store(server), 0, EVENTS);

      server.kill();
      server.restart();

      RedisStore after = store(server);
      long forgotten =
          completed.stream().filter(it -> !after.find(it.id()).equals(Optional.of(it))).count();
      report("kill -9, " + name, EVENTS, forgotten);
      assertThat(forgotten).isEqualTo(expected);
    }
  }

  @Test
  void aPromotedReplicaKnowsNothingOfWhatTheOldPrimaryGoesOnToAnswer() throws IOException {
    try (LocalRedis old = LocalRedis.start();
        LocalRedis replica = LocalRedis.start()) {
      replica.send(Command.REPLICAOF, "127.0.0.1", old.port());
      RedisStore primary = store(old);
      completed(primary, 0, SPLIT);
      assertThat(old.client().waitReplicas("eo", 1, 60_000)).isEqualTo(1);

      replica.send(Command.REPLICAOF, "NO", "ONE");
      List<IdempotencyRecord> answeredByTheOld = completed(primary, SPLIT, 2 * SPLIT);
      assertThat(answeredByTheOld).hasSize(SPLIT);

      RedisStore promoted = store(replica);
      long before = claimedAgain(promoted, 0, SPLIT);
      long later = claimedAgain(promoted, SPLIT, 2 * SPLIT);
      report("promoted replica: completed before and replicated", SPLIT, before);
      report("promoted replica: completed by the old primary after", SPLIT, later);
      assertThat(before).isZero();
      assertThat(later).isEqualTo(SPLIT);
    }
  }

  private static long claimedAgain(RedisStore store, int from, int to) {
    return IntStream.range(from, to)
        .filter(number -> store.claim(claim("order-" + number, "b")) instanceof Written)
        .count();
  }

  /** Completes events, each acknowledged by the server. */
  private static List<IdempotencyRecord> completed(RedisStore store, int from, int to) {
    List<IdempotencyRecord> completed = new ArrayList<>();
    for (int first = from; first < to; first += 100) {
      List<IdempotencyRecord> claimed =
          written(
              store,
              IntStream.range(first, Math.min(first + 100, to))
                  .mapToObj(number -> Samples.claiming("order-" + number, "a")));
      completed.addAll(
          written(
              store,
              claimed.stream().map(mine -> new Write.Complete(mine, RESULT, stamp(Samples.NOW)))));
    }
    assertThat(completed).allMatch(it -> it.status() == Status.COMPLETED);
    assertThat(store.find(id("order-" + from))).contains(completed.getFirst());
    return completed;
  }

  private static List<IdempotencyRecord> written(
      RedisStore store, Stream<? extends Write.Groupable> writes) {
    return Samples.results(store, writes.toArray(Write.Groupable[]::new)).stream()
        .map(Samples::written)
        .toList();
  }

  private static RedisStore store(LocalRedis server) {
    return SharedRedis.store(server.commands(), Listing.FAILED_AND_HELD);
  }

  private static void report(String what, int events, long forgotten) throws IOException {
    Files.writeString(
        REPORT,
        "%s: %s of %s acknowledged completions forgotten%n".formatted(what, forgotten, events),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }
}
