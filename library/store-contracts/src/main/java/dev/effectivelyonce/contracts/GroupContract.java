package dev.effectivelyonce.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The contract of writes in a group: each keeps its own condition and outcome. */
abstract class GroupContract extends StoreContractPart {
  @Test
  void eachWriteHasItsOwnOutcome() {
    IdempotencyRecord standing = claimed("standing", "x");
    IdempotencyRecord toComplete = claimed("to-complete", "a");
    IdempotencyRecord toRelease = claimed("to-release", "a");
    IdempotencyRecord toFail = claimed("to-fail", "a");
    IdempotencyRecord seen = claimed("taken-over", "a");
    IdempotencyRecord successor = takenOver(seen, "b");

    List<WriteResult> results =
        results(
            new Write.Claim(claim("new", "a")),
            new Write.Claim(claim("standing", "a")),
            new Write.Complete(toComplete, RESULT, stampAt(LATER)),
            new Write.Complete(seen, RESULT, stampAt(LATER)),
            new Write.Release(toRelease, WHY, stampAt(LATER)),
            new Write.Fail(toFail, WHY, stampAt(LATER)));

    assertWritten(results.get(0), IdempotencyRecord.claimed(claim("new", "a")));
    assertRefusedBy(standing, results.get(1));
    assertWritten(results.get(2), toComplete.completed(RESULT, stampAt(LATER)));
    assertRefusedBy(successor, results.get(3));
    assertWritten(results.get(4), toRelease.released(WHY, stampAt(LATER)));
    assertWritten(results.get(5), toFail.failed(WHY, stampAt(LATER)));
  }

  @Test
  void aGroupOfTheLargestSizeIsWritten() {
    List<Write.Groupable> claims = new ArrayList<>();
    for (int i = 0; i < store.groups().orElseThrow().limit(); i++) {
      claims.add(new Write.Claim(claim("order-" + i, "a")));
    }

    List<WriteResult> results = results(claims.toArray(Write.Groupable[]::new));

    assertThat(results).hasSize(claims.size()).allMatch(it -> it instanceof WriteResult.Written);
    assertThat(claims).allMatch(claim -> store.find(claim.id()).isPresent());
  }

  @Test
  void aRepeatedGroupIsRefusedByTheCallersOwnRecords() {
    IdempotencyRecord mine = claimed("order-1", "a");
    Write.Groupable[] group = {
      new Write.Claim(claim("order-2", "a")), new Write.Complete(mine, RESULT, stampAt(LATER))
    };
    results(group);

    List<WriteResult> again = results(group);

    assertThat(refused(again.get(0)).map(IdempotencyRecord::owner)).contains(new AttemptId("a"));
    assertThat(refused(again.get(1)).map(IdempotencyRecord::status)).contains(Status.COMPLETED);
  }

  @Test
  void oneOfTwoGroupsThatRaceGetsEachRecord() throws Exception {
    CyclicBarrier together = new CyclicBarrier(2);
    for (int round = 0; round < 20; round++) {
      int number = round;
      try (ExecutorService executor = Executors.newFixedThreadPool(2)) {
        Future<List<WriteResult>> a = executor.submit(() -> racing(together, number, "a"));
        Future<List<WriteResult>> b = executor.submit(() -> racing(together, number, "b"));
        assertOneWinnerEach(number, a.get(), b.get());
      }
    }
  }

  private void assertOneWinnerEach(int round, List<WriteResult> a, List<WriteResult> b) {
    for (int i = 0; i < a.size(); i++) {
      AttemptId owner = store.find(id(round + "-" + i)).orElseThrow().owner();
      assertThat(List.of(winner(a.get(i)), winner(b.get(i))))
          .containsExactlyInAnyOrder(Optional.of(owner), Optional.empty());
    }
  }

  private List<WriteResult> racing(CyclicBarrier together, int round, String owner)
      throws Exception {
    Write.Groupable[] claims =
        IntStream.range(0, 10)
            .mapToObj(i -> new Write.Claim(claim(round + "-" + i, owner)))
            .toArray(Write.Groupable[]::new);
    together.await();
    return results(claims);
  }

  private static Optional<AttemptId> winner(WriteResult result) {
    return result instanceof WriteResult.Written(IdempotencyRecord mine)
        ? Optional.of(mine.owner())
        : Optional.empty();
  }

  private List<WriteResult> results(Write.Groupable... writes) {
    List<Optional<WriteResult>> answers = GroupAnswers.of(store, List.of(writes));
    return IntStream.range(0, writes.length)
        .mapToObj(i -> answers.get(i).orElseGet(() -> store.write(writes[i])))
        .toList();
  }
}
