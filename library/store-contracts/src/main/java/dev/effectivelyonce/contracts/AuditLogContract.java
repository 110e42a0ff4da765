package dev.effectivelyonce.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.TrailEntry;
import dev.effectivelyonce.core.store.AuditLog;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The contract of {@link AuditLog} as a JUnit test: record and entry are written as one, once, or
 * not at all. Extend it for a store that keeps trails.
 */
public abstract class AuditLogContract extends StoreContractPart {
  private static final String ANNA = "arn:aws:sts::123456789012:assumed-role/operator/anna";
  private static final Optional<String> REASON = Optional.of("The gateway never had it");

  /** Called by subclasses, one for each store. */
  protected AuditLogContract() {}

  /** Returns a store without records that keeps trails. Called once before each test. */
  protected abstract IdempotencyStore emptyStoreWithTrails();

  @Override
  IdempotencyStore emptyStore() {
    return emptyStoreWithTrails();
  }

  private AuditLog trail() {
    return store.trail().orElseThrow();
  }

  @TestFactory
  Stream<DynamicTest> everyDecisionLeavesWhoDidItWhenAndWhy() {
    return decisions()
        .map(
            write ->
                DynamicTest.dynamicTest(
                    write.getClass().getSimpleName(),
                    () -> {
                      TrailEntry entry = entry(write, "one");
                      IdempotencyRecord after =
                          write.after(Optional.of(write.seen())).orElseThrow();

                      assertWritten(trail().write(write, entry), after);

                      assertThat(trail().entries(write.id())).containsExactly(entry);
                      assertThat(entry.actor()).isEqualTo(ANNA);
                      assertThat(entry.reason()).isEqualTo(REASON);
                      assertThat(entry.before()).containsEntry("status", "FAILED");
                    }));
  }

  @Test
  void aRefusedWriteLeavesNoEntry() {
    IdempotencyRecord seen = failed("order-1");
    IdempotencyRecord other = written(store.settle(seen, Settlement.COMPLETED, stampAt(LATER)));
    Write.Settle late = retry(seen);

    assertRefusedBy(other, trail().write(late, entry(late, "one")));

    assertThat(trail().entries(seen.id())).isEmpty();
  }

  @Test
  void aWriteOfAnAbsentRecordLeavesNoEntry() {
    IdempotencyRecord never = IdempotencyRecord.claimed(claim("order-1", "a"));
    Write.Settle late = retry(never);

    assertRefusedAsAbsent(never.id(), trail().write(late, entry(late, "one")));

    assertThat(trail().entries(never.id())).isEmpty();
  }

  @Test
  void aWriteThatIsSentAgainWithItsEntryLeavesOneEntryAndIsAnsweredAsBefore() {
    Write.Settle decision = retry(failed("order-1"));
    TrailEntry entry = entry(decision, "one");
    IdempotencyRecord after = written(trail().write(decision, entry));

    assertWritten(trail().write(decision, entry), after);

    assertThat(trail().entries(decision.id())).containsExactly(entry);
  }

  @Test
  void theSameDecisionOfAnotherOperatorIsRefused() {
    Write.Settle decision = retry(failed("order-1"));
    IdempotencyRecord after = written(trail().write(decision, entry(decision, "one")));

    assertRefusedBy(after, trail().write(decision, entry(decision, "two")));

    assertThat(trail().entries(decision.id())).map(TrailEntry::id).containsExactly("one");
  }

  @Test
  void ofTwoOperatorsAtOnceOneDecidesAndLeavesItsEntry() throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      for (int round = 0; round < 20; round++) {
        Write.Settle decision = retry(failed("round-" + round));
        List<Future<WriteResult>> answers =
            Stream.of("one", "two")
                .map(id -> threads.submit(() -> trail().write(decision, entry(decision, id))))
                .toList();
        assertThat(winners(answers)).as("round %d", round).isLessThan(2);
        assertThat(trail().entries(decision.id())).hasSize((int) winners(answers));
      }
    }
  }

  /** A store may say of both that they met, so that both come again: none has won then. */
  private static long winners(List<Future<WriteResult>> answers) {
    return answers.stream().filter(AuditLogContract::isWritten).count();
  }

  private static boolean isWritten(Future<WriteResult> answer) {
    try {
      return answer.get(60, TimeUnit.SECONDS) instanceof WriteResult.Written;
    } catch (Exception e) {
      return false;
    }
  }

  @Test
  void aTrailGoesOnWhenItsRecordIsForgottenAndClaimedAnew() {
    IdempotencyRecord seen = failed("order-1");
    Write.Forget forget = new Write.Forget(seen, LATER);
    IdempotencyRecord forgotten = written(trail().write(forget, entry(forget, "one")));
    IdempotencyRecord held = written(store.hold(takenOver(forgotten, "b"), WHY, stampAt(LATER)));
    Write.Settle settle = new Write.Settle(held, Settlement.COMPLETED, stampAt(LATER));

    written(trail().write(settle, entry(settle, "two")));

    assertThat(trail().entries(seen.id()))
        .map(TrailEntry::action)
        .containsExactly("FORGET", "SETTLE");
    assertThat(trail().entries(seen.id()).getFirst().before())
        .containsEntry("error", WHY.text())
        .containsEntry("owner", "a");
  }

  @Test
  void anErasureTakesTheErrorOutOfEarlierEntries() {
    IdempotencyRecord seen = failed("order-1");
    Write.Acknowledge first = new Write.Acknowledge(seen, LATER);
    IdempotencyRecord acknowledged = written(trail().write(first, entry(first, "one")));
    Write.Erase erase = new Write.Erase(acknowledged, LATER);

    written(trail().write(erase, entry(erase, "two")));

    assertThat(trail().entries(seen.id())).map(TrailEntry::id).containsExactly("one", "two");
    assertThat(trail().entries(seen.id()).toString()).doesNotContain(WHY.text());
  }

  @Test
  void theTrailOfAForgottenRecordIsErasedAndSaysByWhom() {
    IdempotencyRecord seen = failed("order-1");
    Write.Forget forget = new Write.Forget(seen, LATER);
    IdempotencyRecord forgotten = written(trail().write(forget, entry(forget, "one")));
    TrailEntry erasure = AuditLog.erasure("two", LATER, ANNA, REASON);

    assertThat(trail().erase(seen.id(), erasure)).isTrue();
    assertThat(trail().erase(seen.id(), erasure)).isTrue();

    assertThat(trail().entries(seen.id()))
        .map(TrailEntry::action)
        .containsExactly("FORGET", "ERASE");
    assertThat(trail().entries(seen.id())).endsWith(erasure);
    assertThat(trail().entries(seen.id()).toString()).doesNotContain(WHY.text());
    assertThat(store.find(seen.id())).contains(forgotten);
  }

  @Test
  void whereThereIsNoTrailAnErasureLeavesNone() {
    IdempotencyRecord seen = failed("order-1");

    assertThat(trail().erase(seen.id(), AuditLog.erasure("one", LATER, ANNA, Optional.empty())))
        .isFalse();

    assertThat(trail().entries(seen.id())).isEmpty();
    assertThat(store.find(seen.id())).contains(seen);
  }

  @Test
  void theLatestEntriesAreKept() {
    IdempotencyRecord seen = failed("order-1");
    IntStream.rangeClosed(1, AuditLog.KEPT + 3)
        .forEach(
            number -> {
              Write.Acknowledge again = new Write.Acknowledge(seen, LATER);
              written(trail().write(again, entry(again, "e" + number)));
            });

    assertThat(trail().entries(seen.id()))
        .map(TrailEntry::id)
        .hasSize(AuditLog.KEPT)
        .startsWith("e4")
        .endsWith("e" + (AuditLog.KEPT + 3));
  }

  private Stream<Write.ByOperator> decisions() {
    return Stream.of(
        retry(failed("order-1")),
        new Write.Erase(failed("order-2"), LATER),
        new Write.Acknowledge(failed("order-3"), LATER),
        new Write.Forget(failed("order-4"), LATER));
  }

  private static Write.Settle retry(IdempotencyRecord seen) {
    return new Write.Settle(seen, Settlement.RETRYABLE, stampAt(LATER));
  }

  private IdempotencyRecord failed(String key) {
    IdempotencyRecord failed = written(store.fail(claimed(key, "a"), WHY, stampAt(NOW)));
    assertThat(failed.status()).isEqualTo(Status.FAILED);
    return failed;
  }

  private static TrailEntry entry(Write.ByOperator write, String id) {
    return AuditLog.entry(write, id, LATER, ANNA, REASON);
  }
}
