package dev.effectivelyonce.operations.record;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.TrailEntry;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.store.AuditLog;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.core.store.WriteResult.Refused;
import dev.effectivelyonce.core.store.WriteResult.Written;
import dev.effectivelyonce.operations.OperatorContext;
import dev.effectivelyonce.operations.config.ConsumerEntry;
import dev.effectivelyonce.operations.problem.OperationException;
import dev.effectivelyonce.operations.record.Intervention.Acknowledge;
import dev.effectivelyonce.operations.record.Intervention.Erase;
import dev.effectivelyonce.operations.record.Intervention.Forget;
import dev.effectivelyonce.operations.record.Intervention.Settle;
import dev.effectivelyonce.operations.record.Intervention.SettleStep;
import dev.effectivelyonce.operations.trail.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/**
 * Does to records what an operator has decided. What was shown goes in, and a record is written
 * only if it is still as it was shown.
 */
public final class Interventions {
  private final OperatorContext context;
  private final Records records;
  private final Optional<String> reason;
  private final Function<ConsumerEntry, IdempotencyStore> stores;

  /**
   * Interventions at a context.
   *
   * @param reason why, in words that others read later; they stay when a record is erased
   * @throws OperationException if the reason is blank, too long, or has control characters
   */
  public Interventions(OperatorContext context, Optional<String> reason) {
    this.context = context;
    this.records = new Records(context);
    this.reason = reason.map(Reason::checked);
    this.stores = consumer -> context.signed(consumer, this.reason);
  }

  private Interventions(Interventions real) {
    this.context = real.context;
    this.records = real.records;
    this.reason = real.reason;
    this.stores = consumer -> new DryRunStore(context.store(consumer));
  }

  /** Returns interventions that end before the write: what is done is what would be done. */
  public Interventions asDryRun() {
    return new Interventions(this);
  }

  /** Returns why this is refused, before anybody is asked; empty if it is not. */
  public Optional<Change.Refused> refusal(Intervention wanted, RecordView seen) {
    return Refusals.of(wanted, seen, reason);
  }

  /** Does it, unless it is refused or the record has changed since it was seen. */
  public Change carryOut(Intervention wanted, RecordView seen) {
    return refusal(wanted, seen)
        .<Change>map(refused -> refused)
        .orElseGet(
            () ->
                wanted instanceof Erase && seen.isGone()
                    ? trailErased(seen)
                    : change(seen.address(), written(wanted, seen, seen.record().orElseThrow())));
  }

  /** What was personal in a record that is gone may still be in its trail. */
  private Change trailErased(RecordView seen) {
    TrailEntry entry =
        AuditLog.erasure(
            context.platform().owners().get().value(),
            context.now(),
            context.clients().caller().name(),
            reason);
    boolean isErased =
        stores
            .apply(seen.address().consumer())
            .trail()
            .map(trail -> trail.erase(seen.id(), entry))
            .orElse(false);
    return isErased
        ? new Change.Done(records.view(seen.address()))
        : Refusals.noTrail(seen).orElseThrow();
  }

  private WriteResult written(Intervention wanted, RecordView view, IdempotencyRecord seen) {
    ConsumerEntry consumer = view.address().consumer();
    IdempotencyStore store = stores.apply(consumer);
    Instant now = context.now();
    return switch (wanted) {
      case Settle settle -> store.settle(seen, settle.settlement(), stamp(seen, consumer, now));
      case SettleStep settle ->
          store.settleStep(
              seen,
              settle.decided(seen.step(settle.step()).orElseThrow()),
              stamp(seen, consumer, now));
      case Forget forget -> store.forget(seen, now);
      case Erase erase -> store.erase(seen, now);
      case Acknowledge acknowledge -> store.acknowledge(seen, now);
    };
  }

  private Change change(Address address, WriteResult result) {
    return switch (result) {
      case Written(IdempotencyRecord record) ->
          new Change.Done(records.view(address, Optional.of(record)));
      case Refused(var current) ->
          new Change.Refused(
              "The record changed since it was shown: it is "
                  + current.map(it -> it.status().name()).orElse("gone")
                  + " now, and was left as it is",
              "Inspect it, and decide again");
    };
  }

  /**
   * Kept for the consumer's retention from now. Where it is not configured, the record tells it:
   * its last write was kept for as long. Its life is never shortened.
   */
  private static WriteTimestamp stamp(IdempotencyRecord seen, ConsumerEntry consumer, Instant now) {
    Duration asWritten = seen.retention();
    Duration longer =
        consumer.retention().filter(it -> it.compareTo(asWritten) > 0).orElse(asWritten);
    Instant until = now.plus(longer);
    Instant untilNow = seen.stamp().at().plus(asWritten);
    return new WriteTimestamp(now, until.isAfter(untilNow) ? until : untilNow);
  }
}
