package dev.effectivelyonce.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.RecordListing;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The contract of {@link RecordListing} as a JUnit test: what is listed under each {@link Listing},
 * what leaves the list, and the order.
 */
public abstract class RecordListingContract extends StoreContractPart {
  private static final ConsumerName CONSUMER = new ConsumerName("contract");
  private static final Step INTENT = Step.unbegun("charge", 1, 1).intendedBy(1);

  /**
   * A store and the listing of its records.
   *
   * @param store without records
   * @param listing of what is written to that store
   */
  public record Listed(IdempotencyStore store, RecordListing listing) {}

  private RecordListing listing = (consumer, unreadable) -> Stream.empty();

  /** Called by subclasses, one for each store. */
  protected RecordListingContract() {}

  /** Returns a store without records and its listing. Called before each test, or in it. */
  protected abstract Listed empty(Listing chosen);

  @Override
  IdempotencyStore emptyStore() {
    return list(Listing.FAILED_AND_HELD);
  }

  private IdempotencyStore list(Listing chosen) {
    Listed opened = empty(chosen);
    listing = opened.listing();
    return opened.store();
  }

  @Test
  void whatIsWellIsNotListed() {
    claimed("order-1", "a");
    completed(claimed("order-2", "b"));
    released(claimed("order-3", "c"));

    assertListed();
  }

  @Test
  void aHeldAndAFailedRecordAreListedOldestChangeFirst() {
    IdempotencyRecord failed =
        written(store.fail(claimed("order-1", "a"), WHY, stampAt(LATER.plusMillis(1))));
    IdempotencyRecord held = written(store.hold(claimed("order-2", "b"), WHY, stampAt(LATER)));

    assertListed(held, failed);
  }

  @Test
  void manyRecordsAreListedOldestChangeFirst() {
    List<IdempotencyRecord> held =
        IntStream.range(0, 60)
            .mapToObj(
                number ->
                    written(
                        store.hold(
                            claimed("order-" + number, "a"),
                            WHY,
                            stampAt(LATER.plusMillis(number)))))
            .toList();

    assertThat(listing.listed(CONSUMER)).containsExactlyElementsOf(held);
    assertThat(listing.listed(CONSUMER).limit(3)).containsExactlyElementsOf(held.subList(0, 3));
  }

  @Test
  void whatIsHalfDoneIsListedFromItsFirstStepUntilItEnds() {
    IdempotencyRecord claimed = claimed("order-1", "a");
    IdempotencyRecord begun = written(store.note(claimed, INTENT, stampAt(LATER)));
    assertListed(begun);

    IdempotencyRecord done = written(store.note(begun, INTENT.done(RESULT), stampAt(LATER)));
    assertListed(done);

    IdempotencyRecord renewed =
        written(store.renew(done, done.leaseUntil().plusSeconds(1), stampAt(LATER)));
    IdempotencyRecord released = released(renewed);
    assertListed(released);

    IdempotencyRecord next = takenOver(released, "b");
    assertListed(next);
    completed(next);
    assertListed();
  }

  @Test
  void whatDidNotBeginAfterAllIsNotListed() {
    IdempotencyRecord begun = written(store.note(claimed("order-1", "a"), INTENT, stampAt(LATER)));

    released(written(store.note(begun, INTENT.notDone(WHY), stampAt(LATER))));

    assertListed();
  }

  @Test
  void recordsOfOtherConsumersAreNotListed() {
    failed("order-1");

    assertThat(listing.listed(new ConsumerName("contrac"))).isEmpty();
    assertThat(listing.listed(new ConsumerName("contract-2"))).isEmpty();
  }

  @Test
  void aSettledRecordLeavesTheList() {
    store.settle(failed("order-1"), Settlement.RETRYABLE, stampAt(LATER));
    store.settle(failed("order-2"), Settlement.COMPLETED, stampAt(LATER));

    assertListed();
  }

  @Test
  void anAcknowledgedFailureLeavesTheListUntilTheRecordFailsAgain() {
    IdempotencyRecord acknowledged = written(store.acknowledge(failed("order-1"), LATER));
    assertListed();

    IdempotencyRecord reopened =
        written(store.settle(acknowledged, Settlement.RETRYABLE, stampAt(LATER)));
    IdempotencyRecord next = takenOver(reopened, "b");
    assertListed();

    assertListed(written(store.fail(next, WHY, stampAt(LATER))));
  }

  @Test
  void anAcknowledgedFailureThatIsErasedStaysOffTheList() {
    store.erase(written(store.acknowledge(failed("order-1"), LATER)), LATER);

    assertListed();
  }

  @Test
  void whatIsHeldOrHalfDoneStaysListedWhateverIsAcknowledged() {
    IdempotencyRecord held = written(store.hold(claimed("order-1", "a"), WHY, stampAt(NOW)));
    IdempotencyRecord begun = written(store.note(claimed("order-2", "b"), INTENT, stampAt(LATER)));
    IdempotencyRecord failed = written(store.fail(begun, WHY, stampAt(LATER)));

    IdempotencyRecord stillHeld = written(store.acknowledge(held, LATER));
    IdempotencyRecord halfDone = written(store.acknowledge(failed, LATER));

    assertListed(stillHeld, halfDone);
  }

  @Test
  void aForgottenRecordLeavesTheList() {
    store.forget(failed("order-1"), LATER);

    assertListed();
  }

  @Test
  void aRecordThatIsClaimedAnewAfterItsRetentionLeavesTheList() {
    failed("order-1");
    written(store.claim(claimAt(LATER.plus(RETENTION).plusSeconds(1), "order-1", "b")));

    assertListed();
  }

  @Test
  void everythingThatIsNotCompletedIsListedIfTheStoreIsToldSo() {
    store = list(Listing.OPEN);
    IdempotencyRecord claimed = claimed("order-1", "a");
    IdempotencyRecord released = released(claimed("order-2", "b"));
    IdempotencyRecord failed =
        written(store.fail(claimed("order-3", "c"), WHY, stampAt(LATER.plusMillis(1))));
    completed(claimed("order-4", "d"));

    assertListed(claimed, released, failed);
  }

  @Test
  void anOpenRecordStaysListedThroughEveryWriteUntilItIsCompleted() {
    store = list(Listing.OPEN);
    IdempotencyRecord first = released(claimed("order-1", "a"));
    IdempotencyRecord second = takenOver(first, "b");
    assertListed(second);

    IdempotencyRecord renewed =
        written(store.renew(second, second.leaseUntil().plusSeconds(1), stampAt(LATER)));
    assertListed(renewed);

    IdempotencyRecord failed = written(store.fail(renewed, WHY, stampAt(LATER)));
    IdempotencyRecord settled = written(store.settle(failed, Settlement.RETRYABLE, stampAt(LATER)));
    assertListed(settled);

    completed(takenOver(settled, "c"));
    assertListed();
  }

  private IdempotencyRecord failed(String key) {
    IdempotencyRecord failed = written(store.fail(claimed(key, "a"), WHY, stampAt(LATER)));
    assertThat(listing.listed(CONSUMER)).contains(failed);
    return failed;
  }

  private void assertListed(IdempotencyRecord... expected) {
    assertThat(listing.listed(CONSUMER)).containsExactly(expected);
  }
}
