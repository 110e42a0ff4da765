package dev.effectivelyonce.core.migration;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.Durability;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Transactions;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.core.store.WriteResult.Refused;
import dev.effectivelyonce.core.store.WriteResult.Written;
import java.time.Instant;
import java.util.Optional;

/**
 * A store that moves a consumer to another store while it handles messages. Deploy {@link
 * #claimingInBoth}, then {@link #closingOld}, then only the next store. Begin each deployment when
 * no attempt of the deployment before the previous one is running any more. Begin the last
 * deployment when every record of the old store has expired. The guarantee then holds for each
 * event throughout. Once {@link #closingOld} has run, never go back to only the old store, because
 * it does not know the events that were handled since then.
 *
 * <p>An attempt runs only with its claim in the next store. While claims are made in both stores,
 * the old store decides, and the next store has a copy. A {@linkplain #closingOld closed} record of
 * the old store refuses every late write there, and from then on the next store decides. Writes of
 * several lanes do not share requests. Safe for use by many threads.
 */
public final class MigratingStore implements IdempotencyStore {
  private final Phase phase;

  private MigratingStore(Phase phase) {
    this.phase = phase;
  }

  /**
   * Returns the store for the first deployment, during which other instances still use only the old
   * store. Effects are committed in the old store.
   */
  public static MigratingStore claimingInBoth(IdempotencyStore old, IdempotencyStore next) {
    return new MigratingStore(new BothStores(new StorePair(old, next)));
  }

  /**
   * Returns the store for the second deployment, during which other instances may still use {@link
   * #claimingInBoth}, or already only the next store. New events are claimed in the next store. A
   * record of the old store is copied when its message comes, and is closed in the old store before
   * the event runs again. Effects are committed in the next store.
   */
  public static MigratingStore closingOld(IdempotencyStore old, IdempotencyStore next) {
    return new MigratingStore(new NextStore(new StorePair(old, next)));
  }

  @Override
  public WriteResult write(Write write) {
    return switch (write) {
      case Write.Claim(Claim claim) -> claimed(write, claim, Optional.empty());
      case Write.TakeOver(IdempotencyRecord seen, Claim claim) ->
          claimed(write, claim, Optional.of(seen));
      case Write.Hold hold -> phase.held(hold);
      case Write.ByOperator decision -> phase.decided(decision);
      case Write.Seen seen -> phase.written(seen);
    };
  }

  private WriteResult claimed(Write write, Claim claim, Optional<IdempotencyRecord> seen) {
    return switch (stores().next().write(write)) {
      case Written(IdempotencyRecord mine) -> phase.acquired(mine, claim, seen);
      case Refused(Optional<IdempotencyRecord> current) when isMine(current, claim) ->
          repeated(phase.acquired(current.orElseThrow(), claim, seen));
      case Refused(Optional<IdempotencyRecord> current) ->
          new Refused(stores().latest(current, claim.stamp().at()));
    };
  }

  private static WriteResult repeated(WriteResult answer) {
    return answer instanceof Written(IdempotencyRecord mine)
        ? new Refused(Optional.of(mine))
        : answer;
  }

  /** Returns whether a claim had arrived, and only its answer was lost. */
  static boolean isMine(Optional<IdempotencyRecord> current, Claim claim) {
    return current
        .filter(it -> it.isOwnedBy(claim.owner()) && it.status() == Status.INPROGRESS)
        .isPresent();
  }

  private StorePair stores() {
    return phase.stores();
  }

  /** {@inheritDoc} Returns the record of the store that decides. */
  @Override
  public Optional<IdempotencyRecord> find(RecordId id) {
    return phase.find(id);
  }

  /** {@inheritDoc} Returns the weaker promise of the two stores. */
  @Override
  public Durability durability() {
    return stores().old().durability() == Durability.SYNC
        ? stores().next().durability()
        : Durability.ASYNC;
  }

  @Override
  public IdempotencyStore withDeadline(Instant deadline) {
    return new MigratingStore(phase.withDeadline(deadline));
  }

  @Override
  public Optional<Transactions> transactions() {
    return phase.transactions();
  }
}
