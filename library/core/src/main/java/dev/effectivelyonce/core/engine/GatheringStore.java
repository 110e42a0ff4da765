package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.engine.LanesAtWork.Absence;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Stamp;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.CommitGroups;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.GroupWriter;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Transactions;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import java.time.Instant;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store for the lanes of one batch: what they write at the same moment goes out together, see
 * {@link Gathering}.
 */
final class GatheringStore implements IdempotencyStore {
  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

  private final IdempotencyStore store;
  private final Gathering gathering;
  private final Carrier<Write, WriteResult> writes;
  private final Optional<Transactions> transactions;
  private final LanesAtWork lanes;
  private final IntConsumer ungrouped;

  GatheringStore(
      IdempotencyStore store,
      GroupWriter groups,
      LanesAtWork lanes,
      Platform platform,
      IntConsumer ungrouped) {
    this.store = store;
    this.lanes = lanes;
    this.ungrouped = ungrouped;
    this.writes = new Carrier.Telling<>(new Carrier.Writes(store, groups), ungrouped);
    this.gathering = new Gathering(groups.limit(), lanes, platform);
    // Once: what lanes commit goes together if it goes to the same.
    this.transactions = store.transactions().map(this::gathered);
  }

  private GatheringStore(IdempotencyStore bounded, GatheringStore batch) {
    this.store = bounded;
    this.gathering = batch.gathering;
    this.ungrouped = batch.ungrouped;
    this.writes = batch.writes;
    this.transactions = batch.transactions;
    this.lanes = batch.lanes;
  }

  /** {@inheritDoc} What goes out together goes by the end of its batch all the same. */
  @Override
  public IdempotencyStore endingBy(Instant deadline) {
    return new GatheringStore(store.endingBy(deadline), this);
  }

  /**
   * For lanes that end by the deadline; empty if the store has no groups.
   *
   * @param told of groups that come apart, by a name
   */
  static Optional<IdempotencyStore> over(
      IdempotencyStore store,
      LanesAtWork lanes,
      Instant deadline,
      Platform platform,
      TransitionObserver told,
      ConsumerName consumer) {
    IdempotencyStore bounded = store.endingBy(deadline);
    IntConsumer ungrouped = writes -> tell(told, consumer, writes, platform);
    return bounded
        .groups()
        .map(groups -> new GatheringStore(bounded, groups, lanes, platform, ungrouped));
  }

  private static void tell(
      TransitionObserver told, ConsumerName consumer, int writes, Platform platform) {
    try {
      told.ungrouped(consumer, writes, platform.clock().instant());
    } catch (Throwable thrown) {
      // Errors too: writes must not be lost for a metric's sake.
      LOG.warn("The observer failed on a group of writes", thrown);
    }
  }

  @Override
  public WriteResult claim(Claim claim) {
    return write(new Write.Claiming(claim));
  }

  @Override
  public WriteResult complete(IdempotencyRecord mine, StoredResult result, Stamp stamp) {
    return write(new Write.Completing(mine, result, stamp));
  }

  @Override
  public WriteResult release(IdempotencyRecord mine, ErrorSummary why, Stamp stamp) {
    return write(new Write.Releasing(mine, why, stamp));
  }

  @Override
  public WriteResult fail(IdempotencyRecord mine, ErrorSummary why, Stamp stamp) {
    return write(new Write.Failing(mine, why, stamp));
  }

  @Override
  public WriteResult takeOver(IdempotencyRecord seen, Claim claim) {
    return alone(() -> store.takeOver(seen, claim));
  }

  /** {@inheritDoc} As it is: a heartbeat is no lane, and its lane is away in its handler. */
  @Override
  public WriteResult renew(IdempotencyRecord mine, Instant leaseUntil, Stamp stamp) {
    return store.renew(mine, leaseUntil, stamp);
  }

  /** {@inheritDoc} As it is: a lane notes its steps from within its handler, away already. */
  @Override
  public WriteResult note(IdempotencyRecord mine, Step step, Stamp stamp) {
    return store.note(mine, step, stamp);
  }

  @Override
  public WriteResult hold(IdempotencyRecord seen, ErrorSummary why, Stamp stamp) {
    return alone(() -> store.hold(seen, why, stamp));
  }

  @Override
  public WriteResult settle(IdempotencyRecord seen, Settlement decision, Stamp stamp) {
    return alone(() -> store.settle(seen, decision, stamp));
  }

  @Override
  public WriteResult settleStep(IdempotencyRecord seen, Step step, Stamp stamp) {
    return alone(() -> store.settleStep(seen, step, stamp));
  }

  @Override
  public WriteResult erase(IdempotencyRecord seen, Instant now) {
    return alone(() -> store.erase(seen, now));
  }

  @Override
  public WriteResult forget(IdempotencyRecord seen, Instant now) {
    return alone(() -> store.forget(seen, now));
  }

  @Override
  public Optional<IdempotencyRecord> find(RecordId id) {
    return alone(() -> store.find(id));
  }

  @Override
  public Optional<Transactions> transactions() {
    return transactions;
  }

  private Transactions gathered(Transactions each) {
    return each.groups()
        .<Transactions>map(groups -> gathering(each, groups))
        .orElse(commit -> alone(() -> each.commit(commit)));
  }

  private Transactions gathering(Transactions each, CommitGroups groups) {
    Carrier<Commit.AtOnce, CommitResult> commits =
        new Carrier.Telling<>(new Carrier.Commits(each, groups), ungrouped);
    return commit ->
        (commit instanceof Commit.AtOnce first
                ? gathering.write(commits, first)
                : Optional.<CommitResult>empty())
            .orElseGet(() -> alone(() -> each.commit(commit)));
  }

  private WriteResult write(Write write) {
    return gathering.write(writes, write).orElseGet(() -> alone(() -> write.to(store)));
  }

  private <T> T alone(Supplier<T> call) {
    try (Absence ignored = lanes.leave()) {
      return call.get();
    }
  }
}
