package dev.effectivelyonce.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.core.store.WriteResult.Refused;
import dev.effectivelyonce.core.store.WriteResult.Written;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The contract of two threads: exactly one wins, and the loser sees what the winner wrote. */
abstract class RaceContract extends StoreContractPart {
  private static final int ROUNDS = Integer.getInteger("races", 25);

  private interface Rivals {
    /** Returns the two writes of a round, each of which would succeed alone. */
    List<Supplier<WriteResult>> of(String key);
  }

  @Test
  void claimAgainstClaim() throws Exception {
    race(key -> List.of(() -> store.claim(claim(key, "a")), () -> store.claim(claim(key, "b"))));
  }

  @Test
  void claimAgainstClaimOfAnExpiredRecord() throws Exception {
    race(
        key -> {
          written(store.claim(claimAt(NOW.minus(RETENTION).minusSeconds(1), key, "old")));
          return List.of(() -> store.claim(claim(key, "a")), () -> store.claim(claim(key, "b")));
        });
  }

  @Test
  void takeOverAgainstTakeOver() throws Exception {
    raceForAClaim(this::takenOverByB, seen -> store.takeOver(seen, rival(seen, "c")));
  }

  @Test
  void completeAgainstTakeOver() throws Exception {
    raceForAClaim(this::complete, this::takenOverByB);
  }

  @Test
  void releaseAgainstTakeOver() throws Exception {
    raceForAClaim(seen -> store.release(seen, WHY, stampAt(LATER)), this::takenOverByB);
  }

  @Test
  void renewAgainstTakeOver() throws Exception {
    raceForAClaim(
        seen -> store.renew(seen, LAPSED.plusSeconds(9), stampAt(LATER)), this::takenOverByB);
  }

  @Test
  void completeAgainstHold() throws Exception {
    raceForAClaim(this::complete, seen -> store.hold(seen, WHY, stampAt(LATER)));
  }

  private WriteResult complete(IdempotencyRecord seen) {
    return store.complete(seen, RESULT, stampAt(LATER));
  }

  private WriteResult takenOverByB(IdempotencyRecord seen) {
    return store.takeOver(seen, rival(seen, "b"));
  }

  private void raceForAClaim(
      Function<IdempotencyRecord, WriteResult> one, Function<IdempotencyRecord, WriteResult> other)
      throws Exception {
    race(
        key -> {
          IdempotencyRecord seen = claimed(key, "a");
          return List.of(() -> one.apply(seen), () -> other.apply(seen));
        });
  }

  private void race(Rivals rivals) throws Exception {
    CyclicBarrier start = new CyclicBarrier(2);
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      for (int round = 0; round < ROUNDS; round++) {
        String key = "round-" + round;
        List<Supplier<WriteResult>> writes = rivals.of(key);
        Future<WriteResult> first = threads.submit(together(start, writes.get(0)));
        Future<WriteResult> second = threads.submit(together(start, writes.get(1)));
        assertOneWon(first.get(60, TimeUnit.SECONDS), second.get(60, TimeUnit.SECONDS));
      }
    }
  }

  private static Callable<WriteResult> together(CyclicBarrier start, Supplier<WriteResult> write) {
    return () -> {
      start.await(60, TimeUnit.SECONDS);
      return write.get();
    };
  }

  private void assertOneWon(WriteResult first, WriteResult second) {
    List<WriteResult> results = List.of(first, second);
    List<IdempotencyRecord> winners = results.stream().flatMap(RaceContract::winner).toList();
    List<IdempotencyRecord> learned = results.stream().flatMap(RaceContract::obstacle).toList();
    assertThat(winners).hasSize(1);
    assertThat(learned).isEqualTo(winners);
    assertThat(store.find(winners.getFirst().id())).contains(winners.getFirst());
  }

  private static Stream<IdempotencyRecord> winner(WriteResult result) {
    return result instanceof Written(IdempotencyRecord record) ? Stream.of(record) : Stream.empty();
  }

  private static Stream<IdempotencyRecord> obstacle(WriteResult result) {
    return result instanceof Refused(var current) ? current.stream() : Stream.empty();
  }
}
