package dev.effectivelyonce.core.migration;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.Transactions;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.core.store.WriteResult.Refused;
import dev.effectivelyonce.core.store.WriteResult.Written;
import java.time.Instant;
import java.util.Optional;

/** The first deployment: the old store decides, the next one is claimed too and has a copy. */
record BothStores(StorePair stores) implements Phase {
  @Override
  public Phase withDeadline(Instant deadline) {
    return new BothStores(stores.withDeadline(deadline));
  }

  @Override
  public Optional<IdempotencyRecord> find(RecordId id) {
    return stores
        .old()
        .find(id)
        .filter(it -> !StorePair.isClosed(it))
        .or(() -> stores.next().find(id));
  }

  /**
   * {@inheritDoc} Here: by a claim there. If an earlier attempt noted steps and the old store has
   * no record, the second deployment began the event: the steps are in the next store alone, and a
   * fresh record of the old one would replace them. So the old store is closed, and the next one
   * decides.
   */
  @Override
  public WriteResult acquired(
      IdempotencyRecord mine, Claim claim, Optional<IdempotencyRecord> seen) {
    WriteResult answer =
        seen.filter(it -> !it.steps().isEmpty())
            .<WriteResult>map(it -> new Refused(stores.closedIfAbsent(it, claim.stamp())))
            .orElseGet(() -> stores.old().claim(claim));
    return onAnswer(answer, mine, claim, seen);
  }

  private WriteResult onAnswer(
      WriteResult answer, IdempotencyRecord mine, Claim claim, Optional<IdempotencyRecord> seen) {
    return answer instanceof Refused(Optional<IdempotencyRecord> current)
            && !MigratingStore.isMine(current, claim)
        ? StorePair.standing(current, claim.stamp().at())
            .map(it -> onStanding(it, mine, claim, seen))
            .orElseGet(() -> new Written(mine))
        : new Written(mine);
  }

  private WriteResult onStanding(
      IdempotencyRecord standing,
      IdempotencyRecord mine,
      Claim claim,
      Optional<IdempotencyRecord> seen) {
    Instant now = claim.stamp().at();
    if (seen.filter(it -> StorePair.mayTakeOver(it, standing, now)).isEmpty()) {
      return stores.refusedBy(standing, mine);
    }
    return switch (stores.takenOver(standing, claim)) {
      case Written(IdempotencyRecord taken) ->
          stores.withLateNotes(mine, standing, Optional.of(taken));
      case Refused refused -> onAnswer(refused, mine, claim, Optional.empty());
    };
  }

  @Override
  public WriteResult held(Write.Hold hold) {
    return written(hold);
  }

  @Override
  public WriteResult decided(Write.ByOperator decision) {
    return written(decision);
  }

  /** {@inheritDoc} Here: in the old store, or in the next one if the record was closed. */
  @Override
  public WriteResult written(Write.Seen write) {
    WriteResult answer = stores.old().write(write);
    return switch (answer) {
      case Written(IdempotencyRecord after) -> {
        stores.copy(new Write.Copy(write.seen(), after));
        yield answer;
      }
      case Refused(Optional<IdempotencyRecord> current) ->
          current.filter(it -> !StorePair.isClosed(it)).isPresent()
              ? answer
              : stores.next().write(write);
    };
  }

  @Override
  public Optional<Transactions> transactions() {
    return stores.old().transactions().map(it -> new BothTransactions(stores, it));
  }
}
