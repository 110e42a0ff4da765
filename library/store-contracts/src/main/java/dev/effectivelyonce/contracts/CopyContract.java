package dev.effectivelyonce.contracts;

import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.testkit.InMemoryStore;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The contract of copies: all of the record is replaced, if it still is as it was seen. */
abstract class CopyContract extends StoreContractPart {
  private final InMemoryStore other = new InMemoryStore();

  @Test
  void aCopyReplacesAllOfTheRecord() {
    IdempotencyRecord standing = failedElsewhere("order-1");

    assertWritten(store.copy(claimed("order-1", "placeholder"), standing), standing);
  }

  @Test
  void aCopyOfACompletionKeepsItsResult() {
    IdempotencyRecord standing =
        written(other.complete(claimedElsewhere("order-1"), RESULT, stampAt(LATER)));

    assertWritten(store.copy(claimed("order-1", "placeholder"), standing), standing);
  }

  @Test
  void aCopyReplacesStepsAndResultByNone() {
    IdempotencyRecord mine = claimed("order-1", "a");
    Step step = Step.unbegun("charge", 1, 1).intendedBy(1);
    written(store.note(mine, step, stampAt(LATER)));
    IdempotencyRecord standing = claimedElsewhere("order-1");

    assertWritten(store.copy(store.find(mine.id()).orElseThrow(), standing), standing);
  }

  @Test
  void aCopyIsTakenOverAsTheRecordThatItIs() {
    IdempotencyRecord standing = failedElsewhere("order-1");
    IdempotencyRecord copied = written(store.copy(claimed("order-1", "placeholder"), standing));
    Claim next = rival(copied, "b");

    assertWritten(store.takeOver(copied, next), standing.takenOver(next));
  }

  @Test
  void aRecordThatChangedSinceRefusesACopy() {
    IdempotencyRecord seen = claimed("order-1", "a");
    IdempotencyRecord standing =
        written(store.renew(seen, seen.leaseUntil().plusMillis(1), stampAt(LATER)));

    assertRefusedBy(standing, store.copy(seen, failedElsewhere("order-1")));
  }

  @Test
  void anAbsentRecordRefusesACopy() {
    IdempotencyRecord standing = failedElsewhere("order-1");
    WriteResult answer = store.copy(claimedElsewhere("order-1"), standing);

    assertRefusedAsAbsent(standing.id(), answer);
  }

  private IdempotencyRecord claimedElsewhere(String key) {
    other.delete(id(key));
    return written(other.claim(claimAt(NOW.minus(Duration.ofMinutes(3)), key, "elsewhere")));
  }

  /** Returns the failure of a second attempt with a step, in another store. */
  private IdempotencyRecord failedElsewhere(String key) {
    IdempotencyRecord first = claimedElsewhere(key);
    IdempotencyRecord second = written(other.takeOver(first, rival(first, "second")));
    Step step = Step.unbegun("charge", 1, 2).intendedBy(2).done(RESULT);
    IdempotencyRecord noted = written(other.note(second, step, stampAt(LATER)));
    IdempotencyRecord failed = written(other.fail(noted, WHY, stampAt(LATER)));
    return written(other.acknowledge(failed, LATER));
  }
}
