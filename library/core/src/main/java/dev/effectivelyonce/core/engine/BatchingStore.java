package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.engine.ActiveLanes.Absence;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
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
 * A store for the lanes of one batch. Writes of the same moment share a request, see {@link
 * WriteBatcher}.
 */
final class BatchingStore implements IdempotencyStore {
  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

  private final IdempotencyStore store;
  private final WriteBatcher gathering;
  private final WriteSender<Write.Groupable, WriteResult> writes;
  private final Optional<Transactions> transactions;
  private final ActiveLanes lanes;
  private final IntConsumer ungrouped;

  BatchingStore(
      IdempotencyStore store,
      GroupWriter groups,
      ActiveLanes lanes,
      Platform platform,
      IntConsumer ungrouped) {
    this.store = store;
    this.lanes = lanes;
    this.ungrouped = ungrouped;
    this.writes = new WriteSender.Telling<>(new WriteSender.Writes(store, groups), ungrouped);
    this.gathering = new WriteBatcher(groups.limit(), lanes, platform);
    // Made once: only commits that go to the same object share a request.
    this.transactions = store.transactions().map(this::gathered);
  }

  private BatchingStore(IdempotencyStore bounded, BatchingStore batch) {
    this.store = bounded;
    this.gathering = batch.gathering;
    this.ungrouped = batch.ungrouped;
    this.writes = batch.writes;
    this.transactions = batch.transactions;
    this.lanes = batch.lanes;
  }

  /** {@inheritDoc} Writes that share a request still end with their batch. */
  @Override
  public IdempotencyStore endingBy(Instant deadline) {
    return new BatchingStore(store.endingBy(deadline), this);
  }

  /**
   * Returns a store for lanes that end by the deadline; empty if the store has no groups.
   *
   * @param told the observer to call when a group is left to be sent one by one
   */
  static Optional<IdempotencyStore> over(
      IdempotencyStore store,
      ActiveLanes lanes,
      Instant deadline,
      Platform platform,
      TransitionObserver told,
      ConsumerName consumer) {
    IdempotencyStore bounded = store.endingBy(deadline);
    IntConsumer ungrouped = writes -> tell(told, consumer, writes, platform);
    return bounded
        .groups()
        .map(groups -> new BatchingStore(bounded, groups, lanes, platform, ungrouped));
  }

  private static void tell(
      TransitionObserver told, ConsumerName consumer, int writes, Platform platform) {
    try {
      told.ungrouped(consumer, writes, platform.clock().instant());
    } catch (Throwable thrown) {
      // Errors are caught too: writes must not be lost because of a metric.
      LOG.warn("The observer failed on a group of writes", thrown);
    }
  }

  /**
   * {@inheritDoc} Renewals and notes are not grouped: a heartbeat belongs to no lane, and a lane
   * that notes a step already counts as away.
   */
  @Override
  public WriteResult write(Write write) {
    return switch (write) {
      case Write.Groupable it ->
          gathering.write(writes, it).orElseGet(() -> alone(() -> store.write(it)));
      case Write.Renew it -> store.write(it);
      case Write.Note it -> store.write(it);
      default -> alone(() -> store.write(write));
    };
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
    return each.commitGroups()
        .<Transactions>map(groups -> gathering(each, groups))
        .orElse(commit -> alone(() -> each.commit(commit)));
  }

  private Transactions gathering(Transactions each, CommitGroups groups) {
    WriteSender<Commit.AtOnce, CommitResult> commits =
        new WriteSender.Telling<>(new WriteSender.Commits(each, groups), ungrouped);
    return commit ->
        (commit instanceof Commit.AtOnce first
                ? gathering.write(commits, first)
                : Optional.<CommitResult>empty())
            .orElseGet(() -> alone(() -> each.commit(commit)));
  }

  private <T> T alone(Supplier<T> call) {
    try (Absence ignored = lanes.leave()) {
      return call.get();
    }
  }
}
