package dev.effectivelyonce.core.migration;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Stamp;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.Transactions;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.core.store.WriteResult.Refused;
import dev.effectivelyonce.core.store.WriteResult.Written;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/** The second deployment: the next store decides, and what the old one knows is closed there. */
record NextStore(StorePair stores) implements Phase {
  @Override
  public Phase endingBy(Instant deadline) {
    return new NextStore(stores.endingBy(deadline));
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
    return switch (stores.close(standing, claim.stamp())) {
      case Written closed -> stores.withLateNotes(mine, standing, closed);
      case Refused(Optional<IdempotencyRecord> current) ->
          StorePair.standing(current, claim.stamp().at())
              .map(it -> stores.refusedBy(it, mine))
              .orElseGet(() -> new Written(mine));
    };
  }

  @Override
  public WriteResult held(Write.Hold hold) {
    return closed(hold.seen(), hold.stamp())
        .map(it -> stores.refusedBy(it, hold.seen()))
        .orElseGet(() -> stores.next().write(hold));
  }

  /** Closes what the old store has, unless it is another state than the one seen: returns that. */
  private Optional<IdempotencyRecord> closed(IdempotencyRecord seen, Stamp stamp) {
    return stores
        .closedIfAbsent(seen, stamp)
        .flatMap(it -> StorePair.follows(seen, it) ? changed(it, stamp) : Optional.of(it));
  }

  private Optional<IdempotencyRecord> changed(IdempotencyRecord standing, Stamp stamp) {
    return stores.close(standing, stamp) instanceof Refused(Optional<IdempotencyRecord> current)
        ? StorePair.standing(current, stamp.at())
        : Optional.empty();
  }

  @Override
  public WriteResult decided(Write.ByOperator decision) {
    stores
        .old()
        .find(decision.id())
        .filter(it -> !StorePair.isClosed(it))
        .ifPresent(it -> prepare(it, decision));
    return stores.next().write(decision);
  }

  /** Copies what the old store has, and closes it there if the decision may change it. */
  private void prepare(IdempotencyRecord standing, Write.ByOperator decision) {
    IdempotencyRecord copy = copied(standing);
    boolean mayChange = standing.status() != Status.COMPLETED || decision instanceof Write.Forget;
    boolean isAtRest =
        Stream.of(standing, copy).anyMatch(it -> decision.guard().holds(Optional.of(it)));
    if (mayChange && isAtRest) {
      stores.close(standing, standing.stamp());
    }
  }

  private IdempotencyRecord copied(IdempotencyRecord standing) {
    IdempotencyRecord known = known(standing);
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
