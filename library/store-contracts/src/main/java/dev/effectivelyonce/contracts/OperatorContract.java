package dev.effectivelyonce.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult.Omitted;
import dev.effectivelyonce.core.record.StoredResult.Reason;
import dev.effectivelyonce.core.record.StoredResult.Text;
import dev.effectivelyonce.core.store.WriteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The contract of settle, erase, acknowledge and forget: the record is as seen, and no claim is
 * live.
 */
abstract class OperatorContract extends StoreContractPart {
  private static final Step CHARGED = Step.unbegun("charge", 1, 1).intendedBy(1);
  private static final Duration MINUTES_15 = Duration.ofMinutes(15);

  private enum Verb {
    SETTLE_COMPLETED,
    SETTLE_RETRYABLE,
    ERASE,
    ACKNOWLEDGE,
    FORGET
  }

  /** Whether its lease would have lapsed does not matter then. */
  @TestFactory
  Stream<DynamicContainer> aRecordWhoseAttemptEndedIsDecided() {
    return Stream.of(End.values())
        .map(
            end ->
                DynamicContainer.dynamicContainer(
                    end.name(),
                    eachVerb(
                        (verb, name) -> {
                          IdempotencyRecord seen = ended(end, claimed(end + " " + name, "a"));
                          assertDecided(verb, seen, write(verb, seen, LATER));
                        })));
  }

  @TestFactory
  Stream<DynamicTest> aClaimIsDecidedOnceItsLeaseLapsed() {
    return eachVerb(
        (verb, key) -> {
          IdempotencyRecord seen = claimed(key, "a");
          assertDecided(verb, seen, write(verb, seen, LAPSED));
        });
  }

  @TestFactory
  Stream<DynamicTest> aLiveClaimRefusesUntilItsLastMillisecond() {
    return eachVerb(
        (verb, key) -> {
          IdempotencyRecord seen = claimed(key, "a");
          assertRefusedBy(seen, write(verb, seen, LAPSED.minusMillis(1)));
        });
  }

  @TestFactory
  Stream<DynamicTest> aClaimThatWasRenewedSinceRefuses() {
    return eachVerb(
        (verb, key) -> {
          IdempotencyRecord seen = claimed(key, "a");
          IdempotencyRecord standing =
              written(store.renew(seen, LAPSED.plusSeconds(1), stampAt(NOW)));
          assertRefusedBy(standing, write(verb, seen, LAPSED));
        });
  }

  @TestFactory
  Stream<DynamicTest> aRecordOfAnotherOwnerRefuses() {
    return eachVerb(
        (verb, key) -> {
          IdempotencyRecord seen = released(claimed(key, "a"));
          IdempotencyRecord standing = released(takenOver(seen, "b"));
          assertRefusedBy(standing, write(verb, seen, LATER));
        });
  }

  @TestFactory
  Stream<DynamicTest> aRecordInAnotherStateRefuses() {
    return eachVerb(
        (verb, key) -> {
          IdempotencyRecord seen = claimed(key, "a");
          IdempotencyRecord standing = completed(seen);
          assertRefusedBy(standing, write(verb, seen, LAPSED));
        });
  }

  @TestFactory
  Stream<DynamicTest> anAbsentRecordRefuses() {
    return eachVerb(
        (verb, key) -> {
          IdempotencyRecord never = IdempotencyRecord.claimed(claim(key, "a"));
          assertRefusedAsAbsent(never.id(), write(verb, never, LAPSED));
        });
  }

  @Test
  void whatIsForgottenRunsInAnotherLifeOfItsRecord() {
    IdempotencyRecord first = withKeyAndStep();

    IdempotencyRecord forgotten = written(store.forget(released(first), LATER));
    IdempotencyRecord mine = takenOver(forgotten, "b");

    assertThat(mine.generation()).isPresent().isNotEqualTo(first.generation());
    assertThat(mine.steps()).isEmpty();
    assertThat(mine.readableKey()).isEmpty();
    assertThat(mine.fingerprint()).isEmpty();
  }

  @Test
  void lateCopiesOfAnAttemptsWritesDoNotReviveWhatWasForgotten() {
    IdempotencyRecord mine = claimed("order-1", "a");
    Claim again = claim("order-1", "a");
    IdempotencyRecord forgotten = written(store.forget(completed(mine), LAPSED));

    assertRefusedBy(forgotten, store.claim(again));
    assertRefusedBy(forgotten, store.complete(mine, RESULT, stampAt(LAPSED)));
  }

  @Test
  void whatIsForgottenIsGoneAQuarterOfAnHourLater() {
    IdempotencyRecord done = completed(claimed("order-1", "a"));
    Instant gone = written(store.forget(done, LAPSED)).stamp().keptUntil();
    Claim later = claimAt(gone, "order-1", "b");

    assertThat(gone).isBetween(LAPSED.plus(MINUTES_15), LAPSED.plus(MINUTES_15).plusSeconds(1));
    assertWritten(store.claim(later), IdempotencyRecord.claimed(later));
  }

  @Test
  void erasingLeavesNothingPersonalAndTheDecisionAsItIs() {
    IdempotencyRecord done =
        written(store.complete(withKeyAndStep(), new Text("an answer"), stampAt(NOW)));

    IdempotencyRecord erased = written(store.erase(done, LATER));

    assertThat(store.find(done.id())).contains(erased);
    assertThat(erased.readableKey()).isEmpty();
    assertThat(erased.result()).isEqualTo(new Omitted(Reason.ERASED, 0));
    assertThat(erased.steps()).containsExactly(CHARGED.done(new Omitted(Reason.ERASED, 0)));
    assertThat(erased.status()).isEqualTo(done.status());
    assertThat(erased.fingerprint()).isEqualTo(done.fingerprint());
    assertThat(erased.stamp()).isEqualTo(done.stamp());
    assertRefusedBy(erased, store.claim(claim("order-1", "b")));
  }

  @Test
  void anErasedFailureStaysOneWithoutItsWords() {
    IdempotencyRecord failed = written(store.fail(claimed("order-1", "a"), WHY, stampAt(NOW)));

    assertThat(written(store.erase(failed, LATER)).error()).contains(ErrorSummary.ERASED);
  }

  @Test
  void anAcknowledgedFailureIsOneAsBefore() {
    IdempotencyRecord failed = written(store.fail(claimed("order-1", "a"), WHY, stampAt(NOW)));

    IdempotencyRecord acknowledged = written(store.acknowledge(failed, LATER));

    assertThat(acknowledged.isAcknowledged()).isTrue();
    assertThat(acknowledged.stamp()).isEqualTo(failed.stamp());
    assertThat(acknowledged.error()).isEqualTo(failed.error());
    assertRefusedBy(acknowledged, store.claim(claim("order-1", "b")));
  }

  @Test
  void aLaterFailureIsNotAcknowledged() {
    IdempotencyRecord failed = written(store.fail(claimed("order-1", "a"), WHY, stampAt(NOW)));
    IdempotencyRecord acknowledged = written(store.acknowledge(failed, LATER));
    IdempotencyRecord reopened =
        written(store.settle(acknowledged, Settlement.RETRYABLE, stampAt(LATER)));

    IdempotencyRecord again = written(store.fail(takenOver(reopened, "b"), WHY, stampAt(LATER)));

    assertThat(store.find(again.id())).contains(again);
    assertThat(again.isAcknowledged()).isFalse();
  }

  private IdempotencyRecord withKeyAndStep() {
    Claim claim = claim("order-1", "a");
    IdempotencyRecord mine = written(store.claim(claim.withReadableKey(Optional.of("order-1"))));
    IdempotencyRecord begun = written(store.note(mine, CHARGED, stampAt(NOW)));
    return written(store.note(begun, CHARGED.done(new Text("a receipt")), stampAt(NOW)));
  }

  private static Stream<DynamicTest> eachVerb(BiConsumer<Verb, String> check) {
    return each(Stream.of(Verb.values()), check);
  }

  private WriteResult write(Verb verb, IdempotencyRecord seen, Instant now) {
    return switch (verb) {
      case SETTLE_COMPLETED -> store.settle(seen, Settlement.COMPLETED, stampAt(now));
      case SETTLE_RETRYABLE -> store.settle(seen, Settlement.RETRYABLE, stampAt(now));
      case ERASE -> store.erase(seen, now);
      case ACKNOWLEDGE -> store.acknowledge(seen, now);
      case FORGET -> store.forget(seen, now);
    };
  }

  private void assertDecided(Verb verb, IdempotencyRecord seen, WriteResult result) {
    IdempotencyRecord answer = written(result);
    switch (verb) {
      case SETTLE_COMPLETED ->
          assertWritten(result, seen.settled(Settlement.COMPLETED, answer.stamp()));
      case SETTLE_RETRYABLE ->
          assertWritten(result, seen.settled(Settlement.RETRYABLE, answer.stamp()));
      case ERASE -> assertWritten(result, seen.erased());
      case ACKNOWLEDGE -> assertWritten(result, seen.asAcknowledged());
      case FORGET -> assertWritten(result, seen.forgotten(answer.stamp()));
    }
  }
}
