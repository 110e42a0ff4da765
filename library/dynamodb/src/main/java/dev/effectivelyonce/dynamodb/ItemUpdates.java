package dev.effectivelyonce.dynamodb;

import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.StoredResult.Omitted;
import dev.effectivelyonce.core.record.StoredResult.Text;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.Write;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Makes the changes of each write to its item. They leave other attributes alone, and so cost no
 * more than needed.
 */
final class ItemUpdates {
  private final Listing listing;

  ItemUpdates(Listing listing) {
    this.listing = listing;
  }

  /**
   * Returns the item of a record that was just claimed, forgotten, copied, or completed at once.
   */
  SortedMap<String, AttributeValue> item(IdempotencyRecord first) {
    SortedMap<String, AttributeValue> item = ItemCodec.claimed(first);
    data(first.result()).ifPresent(it -> item.put(Attributes.DATA, it));
    omitted(first.result()).ifPresent(it -> item.put(Attributes.OMITTED, it));
    error(first).ifPresent(it -> item.put(Attributes.ERROR, it));
    listingKey(first).ifPresent(it -> item.put(Attributes.LISTING, it));
    if (!first.steps().isEmpty()) {
      item.put(Attributes.STEPS, StepCodec.value(first.steps()));
    }
    if (first.acknowledged() > 0) {
      item.put(Attributes.ACKNOWLEDGED, Values.number(first.acknowledged()));
    }
    return item;
  }

  Update of(Write.Change change) {
    IdempotencyRecord seen = change.seen();
    IdempotencyRecord after = FittedRecord.of(change.after(seen));
    Condition condition = Condition.of(change.guard());
    return switch (change) {
      case Write.TakeOver(var ignored, Claim claim) -> takenOver(seen, after, claim, condition);
      case Write.Renew ignored ->
          stamped(after, condition.keptAsIn(seen))
              .set(Attributes.LEASE, Values.millis(after.leaseUntil()));
      case Write.Note note -> noted(seen, after, note.step().name(), condition);
      case Write.Ending ignored -> ended(seen, after, condition);
      case Write.Hold ignored -> ended(seen, after, condition);
      case Write.Settle ignored -> settled(after, condition);
      case Write.SettleStep decision ->
          withStep(settled(after, condition), seen, after, decision.step().name());
      case Write.Erase ignored -> erased(after, condition);
      case Write.Acknowledge ignored ->
          relisted(new Update(condition), seen, after)
              .set(Attributes.ACKNOWLEDGED, Values.number(after.acknowledged()));
    };
  }

  private Update takenOver(
      IdempotencyRecord seen, IdempotencyRecord after, Claim claim, Condition condition) {
    Update update =
        movedTo(after, condition)
            .setOrRemove(Attributes.LISTING, listingKey(after))
            .set(Attributes.OWNER, Values.string(after.owner().value()))
            .set(Attributes.LEASE, Values.millis(after.leaseUntil()))
            .setOrRemove(Attributes.FUNCTION, ItemCodec.function(after))
            .setOrRemove(Attributes.PAYLOAD, ItemCodec.payload(after));
    if (seen.claimant().trace().isPresent() || after.claimant().trace().isPresent()) {
      update.setOrRemove(Attributes.TRACEPARENT, ItemCodec.trace(after));
    }
    if (PowertoolsItem.isOwner(seen.owner())) {
      update
          .set(Attributes.ATTEMPT, Values.number(after.attempt()))
          .set(Attributes.SCHEMA, Values.number(Attributes.SCHEMA_VERSION));
    } else {
      update.increment(Attributes.ATTEMPT);
    }
    claim
        .fingerprint()
        .ifPresent(it -> update.setIfAbsent(Attributes.VALIDATION, Values.string(it.value())));
    claim
        .readableKey()
        .ifPresent(it -> update.setIfAbsent(Attributes.BUSINESS_KEY, Values.string(it)));
    return update;
  }

  /**
   * Changes the step. Where its record becomes half done or ceases to be so, stamp and listing
   * change too. The index is sorted by the last write, so a note that keeps that time costs it
   * nothing.
   */
  private Update noted(
      IdempotencyRecord seen, IdempotencyRecord after, String step, Condition condition) {
    Update update = new Update(condition);
    if (!after.stamp().at().equals(seen.stamp().at())) {
      update.set(Attributes.UPDATED_AT, Values.millis(after.stamp().at()));
    }
    update.set(Attributes.EXPIRATION, Values.seconds(after.stamp().keptUntil()));
    return withStep(relisted(update, seen, after), seen, after, step);
  }

  private static Update withStep(
      Update update, IdempotencyRecord seen, IdempotencyRecord after, String name) {
    AttributeValue value = StepCodec.value(after.step(name).orElseThrow());
    return seen.steps().isEmpty()
        ? update.set(Attributes.STEPS, AttributeValue.fromM(Map.of(name, value)))
        : update.setEntry(Attributes.STEPS, name, value);
  }

  /**
   * Changes the state, result and error; owner, attempt and lease stay. The listing changes only if
   * the record was or is listed.
   */
  private Update ended(IdempotencyRecord seen, IdempotencyRecord after, Condition condition) {
    return relisted(movedTo(after, condition), seen, after);
  }

  private Update relisted(Update update, IdempotencyRecord before, IdempotencyRecord after) {
    return listing.lists(before) || listing.lists(after)
        ? update.setOrRemove(Attributes.LISTING, listingKey(after))
        : update;
  }

  /** Carries out an operator's decision; unlike at an attempt's end, the record may be listed. */
  private Update settled(IdempotencyRecord after, Condition condition) {
    return movedTo(after, condition).setOrRemove(Attributes.LISTING, listingKey(after));
  }

  /** Removes what may be personal. The steps are put as a whole: nobody notes any now. */
  private Update erased(IdempotencyRecord after, Condition condition) {
    Update update =
        settled(after, condition).setOrRemove(Attributes.BUSINESS_KEY, Optional.empty());
    return after.steps().isEmpty()
        ? update
        : update.set(Attributes.STEPS, StepCodec.value(after.steps()));
  }

  private Optional<AttributeValue> listingKey(IdempotencyRecord record) {
    return listing.lists(record)
        ? Optional.of(Values.string(Shards.of(record.id())))
        : Optional.empty();
  }

  private static Update movedTo(IdempotencyRecord after, Condition condition) {
    return stamped(after, condition)
        .set(Attributes.STATUS, Values.string(after.status().name()))
        .setOrRemove(Attributes.DATA, data(after.result()))
        .setOrRemove(Attributes.OMITTED, omitted(after.result()))
        .setOrRemove(Attributes.ERROR, error(after));
  }

  private static Update stamped(IdempotencyRecord after, Condition condition) {
    return new Update(condition)
        .set(Attributes.UPDATED_AT, Values.millis(after.stamp().at()))
        .set(Attributes.EXPIRATION, Values.seconds(after.stamp().keptUntil()));
  }

  private static Optional<AttributeValue> error(IdempotencyRecord record) {
    return record.error().map(why -> Values.string(why.text()));
  }

  private static Optional<AttributeValue> data(StoredResult result) {
    return result instanceof Text(String value)
        ? Optional.of(Values.string(value))
        : Optional.empty();
  }

  private static Optional<AttributeValue> omitted(StoredResult result) {
    return result instanceof Omitted omitted
        ? Optional.of(Values.omitted(omitted))
        : Optional.empty();
  }
}
