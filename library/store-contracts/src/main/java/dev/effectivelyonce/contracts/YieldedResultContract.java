package dev.effectivelyonce.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Write;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Effects that yield the result: it is known in their transaction alone, and kept by it. */
abstract class YieldedResultContract extends StoreContractPart {
  private static final CommitResult.EffectRefused REFUSED =
      new CommitResult.EffectRefused(HandlerResult.retry("Nothing happened"));

  /** Returns the contract that this is a part of: its store, and its effects. */
  abstract TransactionsContract bench();

  @Override
  IdempotencyStore emptyStore() {
    return bench().emptyStore();
  }

  @BeforeEach
  void needEffectsThatYield() {
    assumeTrue(
        bench().raisingAndYielding(List.of("x")).isPresent(),
        "Effects of this store yield no value");
  }

  @Test
  void whatEffectsYieldIsTheStoredResult() {
    IdempotencyRecord mine = claimed("order-1", "a");

    assertThat(complete(mine)).isEqualTo(committed("yielded 1"));

    assertThat(standing()).contains(mine.completed(text("yielded 1"), stampAt(LATER)));
    assertThat(bench().count("x")).isEqualTo(1);
  }

  @Test
  void whatEffectsYieldAtOnceIsTheStoredResult() {
    assertThat(atOnce("a")).isEqualTo(committed("yielded 1"));

    assertThat(standing().orElseThrow().result()).isEqualTo(text("yielded 1"));
    assertThat(bench().count("x")).isEqualTo(1);
  }

  @Test
  void whatEffectsWithoutARecordYieldIsTheAnswer() {
    CommitResult result =
        commit(new Commit.Unrecorded(new AttemptId("a"), yielding(), YieldedResultContract::kept));

    assertThat(result).isEqualTo(committed("yielded 1"));
    assertThat(bench().count("x")).isEqualTo(1);
  }

  @Test
  void aDuplicateGetsWhatWasYielded() {
    complete(claimed("order-1", "a"));

    assertThat(refused(store.claim(claim("order-1", "b"))).orElseThrow().result())
        .isEqualTo(text("yielded 1"));
  }

  @Test
  void aCommitThatIsSentAgainKeepsWhatItYieldedFirst() {
    IdempotencyRecord mine = claimed("order-1", "a");
    CommitResult first = complete(mine);
    Optional<IdempotencyRecord> done = standing();

    assertThat(complete(mine)).isIn(first, new CommitResult.Refused(done));
    assertThat(standing()).isEqualTo(done);
    assertThat(bench().count("x")).isEqualTo(1);
  }

  @Test
  void atOnceSentAgainKeepsWhatItYieldedFirst() {
    CommitResult first = atOnce("a");
    Optional<IdempotencyRecord> done = standing();

    assertThat(atOnce("a")).isIn(first, new CommitResult.Refused(done));
    assertThat(standing()).isEqualTo(done);
    assertThat(bench().count("x")).isEqualTo(1);
  }

  @Test
  void nobodyDecidesOnTheEffectsOfAnAttemptThatLostItsClaim() {
    IdempotencyRecord lost = claimed("order-1", "a");
    IdempotencyRecord successor = takenOver(lost, "b");
    AtomicInteger decisions = new AtomicInteger();

    CommitResult result =
        complete(
            lost,
            yielded -> {
              decisions.incrementAndGet();
              return kept(yielded);
            });

    assertThat(result).isEqualTo(new CommitResult.Refused(Optional.of(successor)));
    assertThat(decisions).hasValue(0);
    assertThat(bench().count("x")).isZero();
  }

  @Test
  void whatIsYieldedCanKeepEverythingBack() {
    IdempotencyRecord mine = claimed("order-1", "a");

    assertThat(complete(mine, yielded -> REFUSED)).isEqualTo(REFUSED);
    assertThat(standing()).contains(mine);
    assertThat(bench().count("x")).isZero();

    assertThat(complete(mine)).isInstanceOf(CommitResult.Committed.class);
    assertThat(bench().count("x")).isEqualTo(1);
  }

  @Test
  void whatIsYieldedAtOnceCanKeepEverythingBack() {
    assertThat(atOnce("a", yielded -> REFUSED)).isEqualTo(REFUSED);

    assertThat(standing().map(IdempotencyRecord::status)).isEqualTo(bench().leftByRefusedEffects());
    assertThat(bench().count("x")).isZero();
  }

  @Test
  void aValueThatIsNotKeptIsCommittedAsSuch() {
    StoredResult omitted = new StoredResult.Omitted(StoredResult.Reason.TOO_LARGE, 500);
    IdempotencyRecord mine = claimed("order-1", "a");

    assertThat(complete(mine, Commit.Keeper.of(omitted)))
        .isEqualTo(new CommitResult.Committed(omitted));

    assertThat(standing()).contains(mine.completed(omitted, stampAt(LATER)));
    assertThat(bench().count("x")).isEqualTo(1);
  }

  @Test
  void aDecisionThatFailsKeepsEverythingBack() {
    IdempotencyRecord mine = claimed("order-1", "a");

    assertThatThrownBy(
            () ->
                complete(
                    mine,
                    yielded -> {
                      throw new IllegalStateException("a bug of the engine");
                    }))
        .isInstanceOf(RuntimeException.class);

    assertThat(standing()).contains(mine);
    assertThat(bench().count("x")).isZero();
  }

  private static CommitResult.GuardHeld kept(Optional<Object> yielded) {
    return new CommitResult.Committed(text("yielded " + yielded.orElseThrow()));
  }

  private static CommitResult committed(String text) {
    return new CommitResult.Committed(text(text));
  }

  private static StoredResult text(String value) {
    return new StoredResult.Text(value);
  }

  private Effects yielding() {
    return bench().raisingAndYielding(List.of("x")).orElseThrow();
  }

  private Optional<IdempotencyRecord> standing() {
    return store.find(id("order-1"));
  }

  private CommitResult complete(IdempotencyRecord mine) {
    return complete(mine, YieldedResultContract::kept);
  }

  private CommitResult complete(IdempotencyRecord mine, Commit.Keeper keeper) {
    Write.Complete completion = new Write.Complete(mine, StoredResult.none(), stampAt(LATER));
    return commit(new Commit.Completing(completion, yielding(), keeper));
  }

  private CommitResult atOnce(String owner) {
    return atOnce(owner, YieldedResultContract::kept);
  }

  private CommitResult atOnce(String owner, Commit.Keeper keeper) {
    return commit(
        new Commit.AtOnce(claim("order-1", owner), StoredResult.none(), yielding(), keeper));
  }

  private CommitResult commit(Commit commit) {
    return store.transactions().orElseThrow().commit(commit);
  }
}
