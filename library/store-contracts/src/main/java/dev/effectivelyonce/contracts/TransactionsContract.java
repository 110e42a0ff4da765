package dev.effectivelyonce.contracts;

import static dev.effectivelyonce.contracts.Race.race;
import static dev.effectivelyonce.contracts.StoreContractPart.LATER;
import static dev.effectivelyonce.contracts.StoreContractPart.NOW;
import static dev.effectivelyonce.contracts.StoreContractPart.RESULT;
import static dev.effectivelyonce.contracts.StoreContractPart.RETENTION;
import static dev.effectivelyonce.contracts.StoreContractPart.claim;
import static dev.effectivelyonce.contracts.StoreContractPart.claimAt;
import static dev.effectivelyonce.contracts.StoreContractPart.id;
import static dev.effectivelyonce.contracts.StoreContractPart.rival;
import static dev.effectivelyonce.contracts.StoreContractPart.stampAt;
import static dev.effectivelyonce.contracts.StoreContractPart.written;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.handler.HandlerResult.Unsuccessful;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Transactions;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.testkit.InMemoryStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * The contract of a {@link Transactions} as a JUnit test. Extend it for a store that has
 * transactions; its effects are counters.
 */
public abstract class TransactionsContract {
  static final Unsuccessful DECLARED = HandlerResult.fail("There is one already");
  static final CommitResult COMMITTED = new CommitResult.Committed(RESULT);
  static final int ROUNDS = 30;

  private IdempotencyStore store = new InMemoryStore();
  Transactions transactions = store.transactions().orElseThrow();

  /** Called by subclasses, one for each store. */
  protected TransactionsContract() {}

  /** Returns a store without records. */
  protected abstract IdempotencyStore emptyStore();

  /** Returns effects that raise each counter by one. */
  protected abstract Effects raising(List<String> counters);

  /**
   * Returns effects that raise each counter by one, if the last of them was never raised.
   *
   * @param otherwise what is declared for the case that it was
   */
  protected abstract Effects raisingANew(List<String> counters, Unsuccessful otherwise);

  /**
   * Returns effects that raise each counter by one, and yield how often the last of them was raised
   * then, as a number. Empty for a store whose effects can't yield a value.
   */
  protected abstract Optional<Effects> raisingAndYielding(List<String> counters);

  /** Returns how often a counter was raised. */
  protected abstract int count(String counter);

  /**
   * What a commit at once leaves whose effects are refused; a claim that went before is released.
   */
  Optional<Status> leftByRefusedEffects() {
    return Optional.empty();
  }

  @BeforeEach
  void openStore() {
    store = emptyStore();
    transactions = store.transactions().orElseThrow();
  }

  @Test
  void aCompletionAndItsEffectsHappenTogether() {
    IdempotencyRecord mine = claimed("order-1", "a");

    assertCommitted(complete(mine, raising(List.of("x", "y"))));

    assertThat(standing("order-1")).contains(mine.completed(RESULT, stampAt(LATER)));
    assertThat(count("x")).isEqualTo(1);
    assertThat(count("y")).isEqualTo(1);
  }

  @Test
  void aCommitKeepsTheStepsOfItsAttempt() {
    Step step = Step.unbegun("charge", 1, 1).done(RESULT);
    IdempotencyRecord mine = written(store.note(claimed("order-1", "a"), step, stampAt(LATER)));
    assertCommitted(complete(mine, raising(List.of("x"))));

    assertThat(standing("order-1")).contains(mine.completed(RESULT, stampAt(LATER)));
  }

  @Test
  void theEffectsOfAnAttemptThatLostItsClaimDoNotHappen() {
    IdempotencyRecord lost = claimed("order-1", "a");
    IdempotencyRecord successor = takenOver(lost);

    assertRefusedBy(successor, complete(lost, raising(List.of("x"))));

    assertThat(count("x")).isZero();
  }

  @Test
  void theEffectsOfAnAttemptWithoutRecordDoNotHappen() {
    IdempotencyRecord never = IdempotencyRecord.claimed(claim("order-1", "a"));

    assertThat(complete(never, raising(List.of("x"))))
        .isEqualTo(new CommitResult.Refused(Optional.empty()));

    assertThat(standing("order-1")).isEmpty();
    assertThat(count("x")).isZero();
  }

  @Test
  void aCommitThatIsSentAgainHappensOnce() {
    IdempotencyRecord mine = claimed("order-1", "a");
    complete(mine, raising(List.of("x")));
    Optional<IdempotencyRecord> done = standing("order-1");

    CommitResult again = complete(mine, raising(List.of("x")));

    assertThat(again).isIn(COMMITTED, new CommitResult.Refused(done));
    assertThat(standing("order-1")).isEqualTo(done);
    assertThat(count("x")).isEqualTo(1);
  }

  @Test
  void anEffectWhoseConditionDoesNotHoldKeepsEverythingBack() {
    complete(claimed("order-1", "a"), raising(List.of("taken")));
    IdempotencyRecord mine = claimed("order-2", "b");

    assertThat(complete(mine, raisingANew(List.of("x", "taken"), DECLARED)))
        .isEqualTo(new CommitResult.EffectRefused(DECLARED));

    assertThat(standing("order-2")).contains(mine);
    assertThat(count("x")).isZero();
    assertThat(count("taken")).isEqualTo(1);
  }

  @Test
  void theRecordsRefusalGoesBeforeAnEffects() {
    complete(claimed("order-1", "a"), raising(List.of("taken")));
    IdempotencyRecord lost = claimed("order-2", "b");
    IdempotencyRecord successor = takenOver(lost);

    assertRefusedBy(successor, complete(lost, raisingANew(List.of("taken"), DECLARED)));
  }

  @Test
  void aRecordIsPutCompletedWithItsEffectsAtOnce() {
    Claim claim = claim("order-1", "a");

    assertCommitted(atOnce(NOW, "order-1", "a"));

    assertThat(standing("order-1"))
        .contains(IdempotencyRecord.claimed(claim).completed(RESULT, claim.stamp()));
    assertThat(count("order-1")).isEqualTo(1);
  }

  @Test
  void atOnceIsRefusedByAnyRecordThatLives() {
    IdempotencyRecord live = claimed("order-1", "a");

    assertRefusedBy(live, atOnce(NOW, "order-1", "b"));

    assertThat(count("order-1")).isZero();
  }

  @Test
  void atOnceReplacesARecordWhoseRetentionHasPassed() {
    claimed("order-1", "a");
    Instant after = NOW.plus(RETENTION).plusSeconds(1);

    assertCommitted(atOnce(after, "order-1", "b"));

    assertThat(standing("order-1").orElseThrow().isOwnedBy(new AttemptId("b"))).isTrue();
    assertThat(count("order-1")).isEqualTo(1);
  }

  @Test
  void atOnceSentAgainHappensOnce() {
    atOnce(NOW, "order-1", "a");
    Optional<IdempotencyRecord> done = standing("order-1");

    assertThat(atOnce(NOW, "order-1", "a")).isIn(COMMITTED, new CommitResult.Refused(done));

    assertThat(standing("order-1")).isEqualTo(done);
    assertThat(count("order-1")).isEqualTo(1);
  }

  @Test
  void effectsWithoutARecordHappenOnceForEachAttempt() {
    unrecorded("a", raising(List.of("x")));
    assertThat(unrecorded("a", raising(List.of("x")))).isInstanceOf(CommitResult.Committed.class);
    assertThat(count("x")).isEqualTo(1);

    assertThat(unrecorded("b", raising(List.of("x")))).isInstanceOf(CommitResult.Committed.class);
    assertThat(count("x")).isEqualTo(2);
  }

  @Test
  void effectsWithoutARecordKeepTheirConditions() {
    unrecorded("a", raising(List.of("taken")));

    assertThat(unrecorded("b", raisingANew(List.of("x", "taken"), DECLARED)))
        .isEqualTo(new CommitResult.EffectRefused(DECLARED));

    assertThat(count("x")).isZero();
  }

  @Test
  void aCommitRacesATakeOverAndOneOfThemWins() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      String key = "race-" + round;
      IdempotencyRecord mine = claimed(key, "a");

      CommitResult result =
          race(
              () -> complete(mine, raising(List.of(key))),
              () -> store.takeOver(mine, rival(mine, "b")));

      boolean isCommitted = result instanceof CommitResult.Committed;
      assertThat(count(key)).isEqualTo(isCommitted ? 1 : 0);
      assertThat(standing(key).orElseThrow().isOwnedBy(mine.owner())).isEqualTo(isCommitted);
    }
  }

  @Test
  void twoAtOnceRaceAndTheEffectHappensOnce() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      String key = "race-" + round;

      race(() -> atOnce(NOW, key, "a"), () -> atOnce(NOW, key, "b"));

      assertThat(count(key)).isEqualTo(1);
    }
  }

  @Nested
  class Yielding extends YieldedResultContract {
    @Override
    TransactionsContract bench() {
      return TransactionsContract.this;
    }
  }

  IdempotencyRecord claimed(String key, String owner) {
    return written(store.claim(claim(key, owner)));
  }

  private IdempotencyRecord takenOver(IdempotencyRecord lost) {
    return written(store.takeOver(lost, rival(lost, "successor")));
  }

  CommitResult complete(IdempotencyRecord mine, Effects effects) {
    Write.Complete completion = new Write.Complete(mine, RESULT, stampAt(LATER));
    return transactions.commit(new Commit.Completing(completion, effects));
  }

  /** Puts the record of a key, and raises the counter of that name. */
  private CommitResult atOnce(Instant now, String key, String owner) {
    Claim claim = claimAt(now, key, owner);
    return transactions.commit(new Commit.AtOnce(claim, RESULT, raising(List.of(key))));
  }

  private CommitResult unrecorded(String attempt, Effects effects) {
    return transactions.commit(new Commit.Unrecorded(new AttemptId(attempt), effects));
  }

  Optional<IdempotencyRecord> standing(String key) {
    return store.find(id(key));
  }

  private static void assertCommitted(CommitResult result) {
    assertThat(result).isEqualTo(COMMITTED);
  }

  private void assertRefusedBy(IdempotencyRecord standing, CommitResult result) {
    assertThat(result).isEqualTo(new CommitResult.Refused(Optional.of(standing)));
    assertThat(store.find(standing.id())).contains(standing);
  }
}
