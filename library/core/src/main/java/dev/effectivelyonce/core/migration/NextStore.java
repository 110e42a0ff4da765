package dev.effectivelyonce.core.migration;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.store.Transactions;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.core.store.WriteResult.Refused;
import dev.effectivelyonce.core.store.WriteResult.Written;
import java.time.Instant;
import java.util.Optional;

/** The second deployment: the next store decides, and what the old one knows is closed there. */
record NextStore(StorePair stores) implements Phase {
  @Override
  public Phase withDeadline(Instant deadline) {
    return new NextStore(stores.withDeadline(deadline));
  }

  @Override
  public Optional<IdempotencyRecord> find(RecordId id) {
    return stores
        .next()
        .find(id)
        .or(() -> stores.old().find(id).filter(it -> !StorePair.isClosed(it)));
  }

  @Override
  public WriteResult acquired(
      IdempotencyRecord mine, Claim claim, Optional<IdempotencyRecord> seen) {
    Instant now = claim.stamp().at();
    Optional<IdempotencyRecord> standing =
        seen.map(it -> stores.closedIfAbsent(it, claim.stamp()))
            .orElseGet(() -> stores.standing(claim.id(), now));
    return standing.map(it -> onStanding(it, mine, claim, seen)).orElseGet(() -> new Written(mine));
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
      case Written(IdempotencyRecord fenced) -> closed(mine, standing, fenced, claim.stamp());
      case Refused(Optional<IdempotencyRecord> current) ->
          StorePair.standing(current, now)
              .map(it -> stores.refusedBy(it, mine))
              .orElseGet(() -> stores.withLateNotes(mine, standing, current));
    };
  }

  /**
   * Closes a record that nobody notes anything in any more. Its notes are copied first: a death in
   * between leaves an old record that still counts.
   */
  private WriteResult closed(
      IdempotencyRecord mine,
      IdempotencyRecord seen,
      IdempotencyRecord fenced,
      WriteTimestamp stamp) {
    WriteResult copied = stores.withLateNotes(mine, seen, Optional.of(fenced));
    return copied instanceof Written
            && stores.close(fenced, stamp) instanceof Refused(Optional<IdempotencyRecord> current)
        ? StorePair.standing(current, stamp.at())
            .map(it -> stores.refusedBy(it, mine))
            .orElse(copied)
        : copied;
  }

  /**
   * {@inheritDoc} Here: in the old store first, where it has the record. Notes that came late are
   * in what the old store then holds, and a death in between leaves it to count.
   */
  @Override
  public WriteResult held(Write.Hold hold) {
    IdempotencyRecord seen = hold.seen();
    return stores
        .closedIfAbsent(seen, hold.stamp())
        .map(it -> heldInOld(hold))
        .orElseGet(() -> stores.next().write(hold));
  }

  private WriteResult heldInOld(Write.Hold hold) {
    IdempotencyRecord seen = hold.seen();
    return switch (stores.old().write(hold)) {
      case Written(IdempotencyRecord after) -> stores.next().copy(seen, after);
      case Refused(Optional<IdempotencyRecord> current) ->
          StorePair.standing(current, hold.stamp().at())
              .map(it -> stores.refusedBy(it, seen))
              .orElseGet(() -> stores.next().write(hold));
    };
  }

  /**
   * {@inheritDoc} Here: in the next store, after none of the first deployment may claim any more.
   * The old store is read once more after the next one: else what an attempt has done meanwhile
   * would be replaced by what was there before.
   */
  @Override
  public WriteResult decided(Write.ByOperator decision) {
    IdempotencyRecord seen = decision.seen();
    Instant now = at(decision);
    return stores
        .closedIfAbsent(seen, WriteTimestamp.of(now, seen.retention()))
        .map(this::known)
        .flatMap(
            known -> stores.standing(seen.id(), now).flatMap(it -> refusal(it, known, decision)))
        .orElseGet(() -> stores.next().write(decision));
  }

  private static Instant at(Write.ByOperator decision) {
    return switch (decision) {
      case Write.Settle settle -> settle.stamp().at();
      case Write.SettleStep settle -> settle.stamp().at();
      case Write.Erase erase -> erase.now();
      case Write.Acknowledge acknowledge -> acknowledge.now();
      case Write.Forget forget -> forget.now();
    };
  }

  /**
   * Copies what the old store has, and closes it there if the decision is carried out. Returns a
   * refusal if either store's record has changed meanwhile.
   */
  private Optional<WriteResult> refusal(
      IdempotencyRecord standing, IdempotencyRecord found, Write.ByOperator decision) {
    IdempotencyRecord copy = copied(standing, found);
    if (!decision.guard().holds(Optional.of(copy))) {
      return Optional.empty();
    }
    // An attempt that has not asked the old store yet knows nothing that was noted there late.
    IdempotencyRecord known = StorePair.follows(copy, standing) ? standing : copy;
    return stores
        .ended(standing)
        .map(it -> closed(copy, known, it, it.stamp()))
        .filter(Refused.class::isInstance);
  }

  private IdempotencyRecord copied(IdempotencyRecord standing, IdempotencyRecord known) {
    boolean isRunning =
        known.status() == Status.INPROGRESS
            && !StorePair.isClosed(known)
            && !known.isOwnedBy(standing.owner());
    return isRunning || StorePair.follows(known, standing)
        ? known
        : stores.brought(standing, known).orElse(known);
  }

  /** Returns the next store's record; where there is none, it is claimed for nobody. */
  private IdempotencyRecord known(IdempotencyRecord standing) {
    Claim nobody = StorePair.closing(standing.id(), standing.owner(), standing.stamp());
    return switch (stores.next().claim(nobody)) {
      case Written(IdempotencyRecord claimed) -> claimed;
      case Refused(Optional<IdempotencyRecord> current) -> current.orElse(standing);
    };
  }

  @Override
  public WriteResult written(Write.Seen write) {
    return stores.next().write(write);
  }

  @Override
  public Optional<Transactions> transactions() {
    return stores.next().transactions().map(it -> new NextTransactions(stores, it));
  }
}
