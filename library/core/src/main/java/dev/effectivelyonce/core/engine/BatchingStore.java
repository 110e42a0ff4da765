package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.CommitGroups;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.Durability;
import dev.effectivelyonce.core.store.GroupWriter;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Transactions;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import java.time.Instant;
import java.util.Optional;
import java.util.function.IntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store for the lanes of one batch: what they write at the same moment goes out together, see
 * {@link WriteBatcher}.
 */
final class BatchingStore implements IdempotencyStore {
  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

  private final IdempotencyStore store;
  private final WriteBatcher batcher;
  private final WriteSender<Write.Groupable, WriteResult> writes;
  private final Optional<Transactions> transactions;
  private final IntConsumer ungrouped;

  BatchingStore(
      IdempotencyStore store,
      GroupWriter groups,
      LaneThreads lanes,
      Platform platform,
      IntConsumer ungrouped) {
    this.store = store;
    this.ungrouped = ungrouped;
    this.writes = WriteSender.of(store, groups, ungrouped);
    this.batcher = new WriteBatcher(groups, lanes, platform);
    // Made once: only commits that go to the same object share a request.
    this.transactions = store.transactions().map(this::grouped);
  }

  private BatchingStore(IdempotencyStore bounded, BatchingStore batch) {
    this.store = bounded;
    this.batcher = batch.batcher;
    this.ungrouped = batch.ungrouped;
    this.writes = batch.writes;
    this.transactions = batch.transactions;
  }

  /** {@inheritDoc} Writes that share a request still end with their batch. */
  @Override
  public IdempotencyStore withDeadline(Instant deadline) {
    return new BatchingStore(store.withDeadline(deadline), this);
  }

  /**
   * Returns a store for lanes that end by the deadline; empty if the store has no groups.
   *
   * @param observer learns of groups that come apart, under the consumer's name
   */
  static Optional<IdempotencyStore> over(
      IdempotencyStore store,
      LaneThreads lanes,
      Instant deadline,
      Platform platform,
      TransitionObserver observer,
      ConsumerName consumer) {
    IdempotencyStore bounded = store.withDeadline(deadline);
    IntConsumer ungrouped = writes -> tell(observer, consumer, writes, platform);
    return bounded
        .groups()
        .map(groups -> new BatchingStore(bounded, groups, lanes, platform, ungrouped));
  }

  private static void tell(
      TransitionObserver observer, ConsumerName consumer, int writes, Platform platform) {
    try {
      observer.onUngrouped(consumer, writes, platform.clock().instant());
    } catch (Throwable thrown) {
      // Errors too: writes must not be lost for a metric's sake.
      LOG.warn("The observer failed on a group of writes", thrown);
    }
  }

  @Override
  public WriteResult write(Write write) {
    return write instanceof Write.Groupable it
        ? batcher.write(writes, it).orElseGet(() -> store.write(it))
        : store.write(write);
  }

  @Override
  public Optional<IdempotencyRecord> find(RecordId id) {
    return store.find(id);
  }

  @Override
  public Durability durability() {
    return store.durability();
  }

  @Override
  public Optional<Transactions> transactions() {
    return transactions;
  }

  private Transactions grouped(Transactions each) {
    return each.commitGroups().map(groups -> grouped(each, groups)).orElse(each);
  }

  private Transactions grouped(Transactions each, CommitGroups groups) {
    WriteSender<Commit.AtOnce, CommitResult> commits = WriteSender.of(each, groups, ungrouped);
    return commit ->
        (commit instanceof Commit.AtOnce first
                ? batcher.write(commits, first)
                : Optional.<CommitResult>empty())
            .orElseGet(() -> each.commit(commit));
  }
}
