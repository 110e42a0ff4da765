package dev.effectivelyonce.simulation.exploration;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Stamp;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.testkit.StoreVerb;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/** A store that hands each call to another, who knows the answer. */
final class AskingStore implements IdempotencyStore {
  private final Function<Call, Object> answers;

  AskingStore(Function<Call, Object> answers) {
    this.answers = answers;
  }

  @Override
  public WriteResult claim(Claim claim) {
    return write(
        StoreVerb.CLAIM,
        claim.owner().value(),
        Optional.empty(),
        Hash.of(claim),
        it -> it.claim(claim));
  }

  @Override
  public WriteResult takeOver(IdempotencyRecord seen, Claim claim) {
    return write(
        StoreVerb.TAKE_OVER,
        claim.owner().value(),
        Optional.of(seen),
        Hash.mix(Hash.of(seen), Hash.of(claim)),
        it -> it.takeOver(seen, claim));
  }

  @Override
  public WriteResult renew(IdempotencyRecord mine, Instant leaseUntil, Stamp stamp) {
    return write(
        StoreVerb.RENEW,
        mine.owner().value(),
        Optional.of(mine),
        Hash.mix(Hash.of(mine), leaseUntil.toEpochMilli()),
        it -> it.renew(mine, leaseUntil, stamp));
  }

  @Override
  public WriteResult note(IdempotencyRecord mine, Step step, Stamp stamp) {
    return write(
        StoreVerb.NOTE,
        mine.owner().value(),
        Optional.of(mine),
        Hash.mix(Hash.of(mine, stamp), Hash.of(step)),
        it -> it.note(mine, step, stamp));
  }

  @Override
  public WriteResult complete(IdempotencyRecord mine, StoredResult result, Stamp stamp) {
    return write(
        StoreVerb.COMPLETE,
        mine.owner().value(),
        Optional.of(mine),
        Hash.of(mine, stamp),
        it -> it.complete(mine, result, stamp));
  }

  @Override
  public WriteResult release(IdempotencyRecord mine, ErrorSummary why, Stamp stamp) {
    return write(
        StoreVerb.RELEASE,
        mine.owner().value(),
        Optional.of(mine),
        Hash.of(mine, stamp),
        it -> it.release(mine, why, stamp));
  }

  @Override
  public WriteResult fail(IdempotencyRecord mine, ErrorSummary why, Stamp stamp) {
    return write(
        StoreVerb.FAIL,
        mine.owner().value(),
        Optional.of(mine),
        Hash.of(mine, stamp),
        it -> it.fail(mine, why, stamp));
  }

  @Override
  public WriteResult hold(IdempotencyRecord seen, ErrorSummary why, Stamp stamp) {
    return write(
        StoreVerb.HOLD,
        seen.owner().value(),
        Optional.of(seen),
        Hash.of(seen, stamp),
        it -> it.hold(seen, why, stamp));
  }

  @Override
  public WriteResult settle(IdempotencyRecord seen, Settlement decision, Stamp stamp) {
    return write(
        StoreVerb.SETTLE,
        seen.owner().value(),
        Optional.of(seen),
        Hash.of(seen, stamp),
        it -> it.settle(seen, decision, stamp));
  }

  @Override
  public WriteResult settleStep(IdempotencyRecord seen, Step step, Stamp stamp) {
    return write(
        StoreVerb.SETTLE_STEP,
        seen.owner().value(),
        Optional.of(seen),
        Hash.mix(Hash.of(seen, stamp), Hash.of(step)),
        it -> it.settleStep(seen, step, stamp));
  }

  @Override
  public WriteResult erase(IdempotencyRecord seen, Instant now) {
    return write(
        StoreVerb.ERASE,
        seen.owner().value(),
        Optional.of(seen),
        Hash.mix(Hash.of(seen), now.toEpochMilli()),
        it -> it.erase(seen, now));
  }

  @Override
  public WriteResult forget(IdempotencyRecord seen, Instant now) {
    return write(
        StoreVerb.FORGET,
        seen.owner().value(),
        Optional.of(seen),
        Hash.mix(Hash.of(seen), now.toEpochMilli()),
        it -> it.forget(seen, now));
  }

  @Override
  @SuppressWarnings("unchecked")
  public Optional<IdempotencyRecord> find(RecordId id) {
    return (Optional<IdempotencyRecord>)
        answers.apply(new Call(StoreVerb.FIND, "", Optional.empty(), 0, it -> it.find(id)));
  }

  private WriteResult write(
      StoreVerb verb,
      String owner,
      Optional<IdempotencyRecord> seen,
      long content,
      Function<IdempotencyStore, Object> write) {
    return (WriteResult) answers.apply(new Call(verb, owner, seen, content, write));
  }
}
