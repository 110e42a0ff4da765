package dev.effectivelyonce.contracts;

import static dev.effectivelyonce.contracts.Race.race;
import static dev.effectivelyonce.contracts.StoreContractPart.NOW;
import static dev.effectivelyonce.contracts.StoreContractPart.RESULT;
import static dev.effectivelyonce.contracts.StoreContractPart.claimAt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.CommitGroups;
import dev.effectivelyonce.core.store.CommitResult;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The contract of {@link CommitGroups} as a JUnit test, with that of the transactions that have
 * them. Extend it for a store that can commit several attempts together.
 */
public abstract class CommitGroupsContract extends TransactionsContract {
  /** Called by subclasses, one for each store. */
  protected CommitGroupsContract() {}

  @Test
  void eachCommitOfAGroupHasItsOwnOutcome() {
    complete(claimed("taken", "z"), raising(List.of("taken")));
    IdempotencyRecord done = standing("taken").orElseThrow();
    IdempotencyRecord live = claimed("live", "y");

    List<CommitResult> results =
        together(
            atOnce("order-1", "a", raising(List.of("order-1", "x"))),
            atOnce("taken", "b", raising(List.of("order-2"))),
            atOnce("order-3", "c", raisingANew(List.of("order-3", "taken"), DECLARED)),
            atOnce("live", "d", raising(List.of("live"))),
            atOnce("order-5", "e", raising(List.of("order-5"))));

    assertThat(results)
        .containsExactly(
            COMMITTED,
            new CommitResult.Refused(Optional.of(done)),
            new CommitResult.EffectRefused(DECLARED),
            new CommitResult.Refused(Optional.of(live)),
            COMMITTED);
    assertThat(Map.of("order-1", 1, "x", 1, "order-2", 0, "order-3", 0, "live", 0, "order-5", 1))
        .allSatisfy((counter, count) -> assertThat(count(counter)).as(counter).isEqualTo(count));
    assertThat(standing("order-3")).isEmpty();
    assertThat(standing("order-5")).isPresent();
  }

  @Test
  void aGroupOfTheLargestSizeIsCommitted() {
    int limit = transactions.commitGroups().orElseThrow().limit();

    List<CommitResult> results = together(orders(limit, "a"));

    assertThat(results).hasSize(limit).containsOnly(COMMITTED);
    assertThat(IntStream.range(0, limit)).allMatch(i -> count("order-" + i) == 1);
  }

  @Test
  void twoCommitsWithAnEffectOnOneItemBothHappen() {
    List<CommitResult> results =
        together(
            atOnce("order-1", "a", raising(List.of("shared"))),
            atOnce("order-2", "b", raising(List.of("shared"))));

    assertThat(results).containsOnly(COMMITTED);
    assertThat(count("shared")).isEqualTo(2);
  }

  @Test
  void eachCommitOfAGroupKeepsWhatItsOwnEffectsYield() {
    Optional<Effects> yielding = raisingAndYielding(List.of("shared"));
    assumeTrue(yielding.isPresent(), "Effects of this store yield no value");

    List<CommitResult> results =
        together(
            yielding("order-1", yielding.orElseThrow()),
            atOnce("order-2", "b", raising(List.of("order-2"))),
            yielding("order-3", yielding.orElseThrow()));

    assertThat(results)
        .containsExactlyInAnyOrder(COMMITTED, committed("yielded 1"), committed("yielded 2"))
        .containsExactly(standingResult(1), standingResult(2), standingResult(3));
    assertThat(count("shared")).isEqualTo(2);
  }

  private CommitResult standingResult(int order) {
    return new CommitResult.Committed(standing("order-" + order).orElseThrow().result());
  }

  private static CommitResult.GuardHeld committed(String text) {
    return new CommitResult.Committed(new StoredResult.Text(text));
  }

  private static Commit.AtOnce yielding(String key, Effects effects) {
    return new Commit.AtOnce(
        claimAt(NOW, key, key),
        StoredResult.none(),
        effects,
        yielded -> committed("yielded " + yielded.orElseThrow()));
  }

  @Test
  void aGroupThatIsSentAgainHappensOnce() {
    together(orders(3, "a"));
    List<CommitResult> done =
        IntStream.range(0, 3)
            .<CommitResult>mapToObj(i -> new CommitResult.Refused(standing("order-" + i)))
            .toList();

    List<CommitResult> again = together(orders(3, "a"));

    assertThat(again).isIn(done, Collections.nCopies(3, COMMITTED));
    assertThat(IntStream.range(0, 3)).allMatch(i -> count("order-" + i) == 1);
  }

  @Test
  void twoGroupsRaceAndEachEffectHappensOnce() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      String prefix = "race-" + round + "-";

      List<CommitResult> ignored =
          race(() -> together(of(prefix, 5, "a")), () -> together(of(prefix, 5, "b")));

      assertThat(IntStream.range(0, 5)).allMatch(i -> count(prefix + i) == 1);
    }
  }

  private Commit.AtOnce[] orders(int count, String owner) {
    return of("order-", count, owner);
  }

  /** Returns commits, each of which raises the counter of its key. */
  private Commit.AtOnce[] of(String prefix, int count, String owner) {
    return IntStream.range(0, count)
        .mapToObj(i -> atOnce(prefix + i, owner + i, raising(List.of(prefix + i))))
        .toArray(Commit.AtOnce[]::new);
  }

  private static Commit.AtOnce atOnce(String key, String owner, Effects effects) {
    return new Commit.AtOnce(claimAt(NOW, key, owner), RESULT, effects);
  }

  /** Returns their answers; commits that the group leaves are sent alone. */
  private List<CommitResult> together(Commit.AtOnce... commits) {
    Map<Integer, Optional<CommitResult>> answers = new TreeMap<>();
    transactions
        .commitGroups()
        .orElseThrow()
        .commit(
            List.of(commits),
            (index, result) ->
                assertThat(answers.put(index, result))
                    .as("an earlier answer to commit %d", index)
                    .isNull());
    assertThat(answers).hasSameSizeAs(commits);
    return IntStream.range(0, commits.length)
        .mapToObj(
            i ->
                answers
                    .getOrDefault(i, Optional.empty())
                    .orElseGet(() -> transactions.commit(commits[i])))
        .toList();
  }
}
