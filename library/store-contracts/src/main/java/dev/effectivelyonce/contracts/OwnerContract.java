package dev.effectivelyonce.contracts;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.store.WriteResult;
import java.time.Instant;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The contract of an owner's writes: only the owner writes, and only while INPROGRESS. */
abstract class OwnerContract extends StoreContractPart {
  private enum Verb {
    RENEW,
    NOTE,
    COMPLETE,
    RELEASE,
    FAIL
  }

  private static final Instant NEW_LEASE = LAPSED.plusMillis(4321);
  private static final Step STEP = Step.unbegun("charge", 1, 1).intendedBy(1);

  @TestFactory
  Stream<DynamicTest> theOwnerOfAClaimWrites() {
    return eachVerb(
        (verb, key) -> {
          IdempotencyRecord mine = claimed(key, "a");
          assertWritten(write(verb, mine), expected(verb, mine));
        });
  }

  @TestFactory
  Stream<DynamicTest> theOwnerWritesThoughItsLeaseWasRenewedSince() {
    return eachVerb(
        (verb, key) -> {
          IdempotencyRecord mine = claimed(key, "a");
          IdempotencyRecord renewed =
              written(store.renew(mine, LAPSED.plusMillis(1), stampAt(NOW)));
          assertWritten(write(verb, mine), expected(verb, renewed));
        });
  }

  @TestFactory
  Stream<DynamicTest> theOwnerWritesThoughItsLeaseLapsedIfNobodyTookOver() {
    return eachVerb(
        (verb, key) -> {
          IdempotencyRecord mine = written(store.claim(claimAt(NOW.minusSeconds(600), key, "a")));
          assertWritten(write(verb, mine), expected(verb, mine));
        });
  }

  @TestFactory
  Stream<DynamicTest> theOwnerOfATakenOverClaimIsRefused() {
    return eachVerb(
        (verb, key) -> {
          IdempotencyRecord mine = claimed(key, "a");
          IdempotencyRecord standing = takenOver(mine, "b");
          assertRefusedBy(standing, write(verb, mine));
        });
  }

  @TestFactory
  Stream<DynamicContainer> aRecordWhoseAttemptEndedIsNeverOverwritten() {
    return Stream.of(End.values())
        .map(
            end ->
                DynamicContainer.dynamicContainer(
                    end.name(),
                    eachVerb(
                        (verb, name) -> {
                          IdempotencyRecord mine = claimed(end + " " + name, "a");
                          IdempotencyRecord standing = ended(end, mine);
                          assertRefusedBy(standing, write(verb, mine));
                        })));
  }

  @TestFactory
  Stream<DynamicTest> anAbsentRecordRefuses() {
    return eachVerb(
        (verb, key) -> {
          IdempotencyRecord never = IdempotencyRecord.claimed(claim(key, "a"));
          assertRefusedAsAbsent(never.id(), write(verb, never));
        });
  }

  @Test
  void aLeaseIsKeptInMilliseconds() {
    IdempotencyRecord mine = claimed("order-1", "a");
    Instant whole = LAPSED.plusMillis(1);

    assertWritten(
        store.renew(mine, whole.plusNanos(999_999), stampAt(LATER)),
        mine.renewed(whole, stampAt(LATER)));
  }

  private static Stream<DynamicTest> eachVerb(BiConsumer<Verb, String> check) {
    return each(Stream.of(Verb.values()), check);
  }

  private WriteResult write(Verb verb, IdempotencyRecord mine) {
    return switch (verb) {
      case RENEW -> store.renew(mine, NEW_LEASE, stampAt(LATER));
      case NOTE -> store.note(mine, STEP, stampAt(LATER));
      case COMPLETE -> store.complete(mine, RESULT, stampAt(LATER));
      case RELEASE -> store.release(mine, WHY, stampAt(LATER));
      case FAIL -> store.fail(mine, WHY, stampAt(LATER));
    };
  }

  private static IdempotencyRecord expected(Verb verb, IdempotencyRecord standing) {
    return switch (verb) {
      case RENEW -> standing.renewed(NEW_LEASE, stampAt(LATER));
      case NOTE -> standing.noted(STEP, stampAt(LATER));
      case COMPLETE -> standing.completed(RESULT, stampAt(LATER));
      case RELEASE -> standing.released(WHY, stampAt(LATER));
      case FAIL -> standing.failed(WHY, stampAt(LATER));
    };
  }
}
