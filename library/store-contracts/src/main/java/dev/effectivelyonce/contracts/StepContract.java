package dev.effectivelyonce.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.WriteResult;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The contract of note and settle step: one step changes, in its order, and none is lost. */
abstract class StepContract extends StoreContractPart {
  private static final Step INTENT = Step.unbegun("charge", 1, 1).intendedBy(1);
  private static final Step DONE = INTENT.done(RESULT);
  private static final Step SECOND = Step.unbegun("ship-it.2_b", 2, 1).intendedBy(1);

  @TestFactory
  Stream<DynamicTest> everyStateAndResultIsKept() {
    return Stream.of(
            INTENT,
            DONE,
            INTENT.done(StoredResult.none()),
            INTENT.done(new StoredResult.Text("")),
            INTENT.done(new StoredResult.Text("x".repeat(100_000))),
            INTENT.done(new StoredResult.Omitted(StoredResult.Reason.TOO_LARGE, 500_000)),
            INTENT.notDone(new ErrorSummary("žluťoučký 🐎 \u0000")),
            INTENT.failed(WHY),
            INTENT.begun(NOW.plusMillis(1)).done(RESULT, WHY),
            Step.unbegun("n".repeat(64), 50, 7))
        .map(
            step ->
                DynamicTest.dynamicTest(step.state() + " " + key(step), () -> assertKept(step)));
  }

  private void assertKept(Step step) {
    IdempotencyRecord mine = claimed(key(step), "a");
    assertWritten(store.note(mine, step, stampAt(LATER)), mine.noted(step, stampAt(LATER)));
  }

  private static String key(Step step) {
    String text = step.toString();
    return text.length() <= 100 ? text : text.substring(0, 100) + text.length();
  }

  @Test
  void aStepIsNotedAndChangedAlone() {
    IdempotencyRecord mine = noted(noted(claimed("order-1", "a"), INTENT), DONE);

    IdempotencyRecord both = noted(mine, SECOND);

    assertThat(both.steps()).containsExactly(DONE, SECOND);
    assertWritten(
        store.note(both, SECOND.failed(WHY), stampAt(LATER)),
        both.noted(SECOND.failed(WHY), stampAt(LATER)));
  }

  @TestFactory
  Stream<DynamicTest> nothingButAClaimAnewLosesSteps() {
    Map<String, Change> changes =
        Map.of(
            "renew", mine -> store.renew(mine, LAPSED.plusSeconds(9), stampAt(LATER)),
            "complete", mine -> store.complete(mine, RESULT, stampAt(LATER)),
            "release", mine -> store.release(mine, WHY, stampAt(LATER)),
            "fail", mine -> store.fail(mine, WHY, stampAt(LATER)),
            "hold", mine -> store.hold(mine, WHY, stampAt(LATER)),
            "settle", mine -> store.settle(mine, Settlement.RETRYABLE, stampAt(LAPSED)),
            "take-over", mine -> store.takeOver(mine, rival(mine, "b")));
    return each(
        changes.keySet().stream(),
        (name, key) -> assertKeepsSteps(key, Objects.requireNonNull(changes.get(name))));
  }

  private void assertKeepsSteps(String key, Change change) {
    IdempotencyRecord mine = noted(claimed(key, "a"), DONE);

    IdempotencyRecord after = written(change.apply(mine));

    assertThat(after.steps()).containsExactly(DONE);
    assertThat(store.find(mine.id())).contains(after);
  }

  @Test
  void aRecordThatIsClaimedAnewHasNoSteps() {
    Instant longAgo = NOW.minus(RETENTION).minusSeconds(1);
    IdempotencyRecord old = written(store.claim(claimAt(longAgo, "order-1", "a")));
    IdempotencyRecord noted = written(store.note(old, DONE, stampAt(longAgo)));
    written(store.complete(noted, RESULT, stampAt(longAgo)));

    assertThat(claimed("order-1", "b").steps()).isEmpty();
  }

  @Test
  void whatIsHalfDoneIsKeptUntilItEnds() {
    Instant late = LATER.plus(RETENTION).plus(RETENTION);
    IdempotencyRecord begun = noted(claimed("order-1", "a"), INTENT);
    assertRefusedBy(begun, store.claim(claimAt(late, "order-1", "b")));

    IdempotencyRecord released = released(begun);
    assertRefusedBy(released, store.claim(claimAt(late, "order-1", "b")));

    completed(takenOver(released, "c"));
    Claim anew = claimAt(late, "order-1", "b");
    assertWritten(store.claim(anew), IdempotencyRecord.claimed(anew));
  }

  @Test
  void aNoteAboutAHalfDoneRecordChangesTheStepAlone() {
    IdempotencyRecord begun = noted(claimed("order-1", "a"), INTENT);

    assertWritten(store.note(begun, DONE, stampAt(LATER)), begun.noted(DONE, stampAt(LATER)));
    assertThat(store.find(begun.id()).orElseThrow().stamp()).isEqualTo(begun.stamp());
  }

  @Test
  void aNoteOfATakenOverClaimIsRefused() {
    IdempotencyRecord mine = noted(claimed("order-1", "a"), INTENT);
    IdempotencyRecord standing = takenOver(mine, "b");

    assertRefusedBy(standing, store.note(mine, DONE, stampAt(LATER)));
  }

  @Test
  void aNoteThatComesLateDoesNotUndoALaterOne() {
    IdempotencyRecord begun = noted(claimed("order-1", "a"), INTENT);
    IdempotencyRecord standing = noted(begun, DONE);

    assertRefusedBy(standing, store.note(begun, INTENT.notDone(WHY), stampAt(LATER)));
  }

  @Test
  void anIntentThatComesLateDoesNotUndoWhatCameOfIt() {
    IdempotencyRecord first = claimed("order-1", "a");
    IdempotencyRecord standing = noted(noted(first, INTENT), DONE);

    assertRefusedBy(standing, store.note(first, INTENT, stampAt(LATER)));
    IdempotencyRecord both = noted(noted(standing, SECOND), SECOND.done(RESULT));
    assertRefusedBy(both, store.note(standing, SECOND, stampAt(LATER)));
  }

  @Test
  void aRepeatedNoteIsRefusedByARecordThatHasIt() {
    IdempotencyRecord mine = claimed("order-1", "a");
    IdempotencyRecord begun = noted(mine, INTENT);
    assertRefusedBy(begun, store.note(mine, INTENT, stampAt(LATER)));

    IdempotencyRecord done = noted(begun, DONE);
    assertRefusedBy(done, store.note(begun, DONE, stampAt(LATER)));
  }

  /** A note arrives between a heartbeat's read of the record and its renewal. */
  @Test
  void aRenewalThatCrossesANoteKeepsTheStepAndHowLongItIsKept() {
    IdempotencyRecord mine = claimed("order-1", "a");
    IdempotencyRecord begun = noted(mine, INTENT);
    Instant lease = LAPSED.plusSeconds(9);
    assertWritten(store.renew(mine, lease, stampAt(LATER)), begun.renewed(lease, stampAt(LATER)));

    IdempotencyRecord notDone = noted(begun, INTENT.notDone(WHY));
    Instant later = lease.plusSeconds(9);
    assertWritten(
        store.renew(begun, later, stampAt(LATER)), notDone.renewed(later, stampAt(LATER)));
  }

  @Test
  void aNoteThatCrossesARenewalKeepsTheLease() {
    IdempotencyRecord mine = claimed("order-1", "a");
    IdempotencyRecord renewed = written(store.renew(mine, LAPSED.plusSeconds(9), stampAt(LATER)));

    assertWritten(store.note(mine, INTENT, stampAt(LATER)), renewed.noted(INTENT, stampAt(LATER)));
  }

  @Test
  void aRenewalThatCrossesANoteOfItsSuccessorIsRefused() {
    IdempotencyRecord mine = claimed("order-1", "a");
    IdempotencyRecord standing = noted(takenOver(mine, "b"), INTENT);

    assertRefusedBy(standing, store.renew(mine, LAPSED.plusSeconds(99), stampAt(LATER)));
  }

  @Test
  void whatWasErasedBeforeItsFirstStepTakesStepsLater() {
    IdempotencyRecord released = released(claimed("order-1", "a"));
    IdempotencyRecord erased = written(store.erase(released, LATER));
    IdempotencyRecord mine = takenOver(erased, "b");

    assertWritten(store.note(mine, INTENT, stampAt(LATER)), mine.noted(INTENT, stampAt(LATER)));
  }

  @Test
  void anOperatorSettlesAStepAndTheRecordMayGoOn() {
    IdempotencyRecord held = held(noted(claimed("order-1", "a"), INTENT));

    assertWritten(
        store.settleStep(held, DONE, stampAt(LATER)), held.stepSettled(DONE, stampAt(LATER)));
  }

  @Test
  void aStepThatChangedSinceTheOperatorSawItIsLeftAsItIs() {
    IdempotencyRecord begun = noted(claimed("order-1", "a"), INTENT);
    IdempotencyRecord seen = held(begun);
    IdempotencyRecord settled = written(store.settleStep(seen, DONE, stampAt(LATER)));
    IdempotencyRecord heldAgain = held(takenOver(settled, "a"));

    assertRefusedBy(heldAgain, store.settleStep(seen, INTENT.notDone(WHY), stampAt(LATER)));
  }

  @Test
  void aLiveClaimKeepsItsStepsFromBeingSettled() {
    IdempotencyRecord live = noted(claimed("order-1", "a"), INTENT);

    assertRefusedBy(live, store.settleStep(live, DONE, stampAt(LAPSED.minusMillis(1))));
    assertWritten(
        store.settleStep(live, DONE, stampAt(LAPSED)), live.stepSettled(DONE, stampAt(LAPSED)));
  }

  @Test
  void aStepOfARecordThatAnotherAttemptHasSinceIsNotSettled() {
    IdempotencyRecord seen = held(noted(claimed("order-1", "a"), INTENT));
    IdempotencyRecord settled = written(store.settle(seen, Settlement.RETRYABLE, stampAt(LATER)));
    IdempotencyRecord standing = held(takenOver(settled, "b"));

    assertRefusedBy(standing, store.settleStep(seen, DONE, stampAt(LATER)));
  }

  private interface Change {
    WriteResult apply(IdempotencyRecord mine);
  }

  private IdempotencyRecord noted(IdempotencyRecord mine, Step step) {
    return written(store.note(mine, step, stampAt(NOW)));
  }
}
