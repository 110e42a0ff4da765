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
 * A store that moves a consumer to another store while its messages flow. Deploy {@link
 * #claimingInBoth}, then {@link #closingOld}, then the next store alone. Begin each deployment when
 * no attempt of the one before the last runs any more. Begin the last when every record of the old
 * store has expired. Each event then keeps its guarantee throughout. Once {@link #closingOld} has
 * run, never go back to the old store alone: it does not know what was done since.
 *
 * <p>An attempt runs only with its claim in the next store. While claims are made in both, the old
 * store decides, and the next one has a copy. A {@linkplain #closingOld closed} record of the old
 * store refuses every late write there, and the next store decides about it from then on. Writes of
 * several lanes do not share requests. Safe for use by many threads.
 */
public final class MigratingStore implements IdempotencyStore {
  private final Phase phase;

  private MigratingStore(Phase phase) {
    this.phase = phase;
  }

  /**
   * Returns the store of the first deployment, beside which the old store alone is still in use.
   * Effects are committed in the old store.
   */
  public static MigratingStore claimingInBoth(IdempotencyStore old, IdempotencyStore next) {
    return new MigratingStore(new BothStores(new StorePair(old, next)));
  }

  /**
   * Returns the store of the second deployment, beside which {@link #claimingInBoth} may still be
   * in use, or the next store alone. New events are claimed in the next store. What the old store
   * knows is copied when its message comes, and closed there before it runs again. Effects are
   * committed in the next store.
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

  /** {@inheritDoc} Here: of the store that decides. */
  @Override
  public Optional<IdempotencyRecord> find(RecordId id) {
    return phase.find(id);
  }

  /** {@inheritDoc} Here: the weaker promise of the two. */
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
