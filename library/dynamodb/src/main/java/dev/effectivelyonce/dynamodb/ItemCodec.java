package dev.effectivelyonce.dynamodb;

import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.Generation;
import dev.effectivelyonce.core.key.PayloadCheck;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.Claimant;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.StoredResult.Omitted;
import dev.effectivelyonce.core.record.StoredResult.Reason;
import dev.effectivelyonce.core.record.StoredResult.Text;
import dev.effectivelyonce.core.record.TraceParent;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.store.StoreException;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Converts records to items and back. Reads items of later formats too, as far as they keep these
 * attributes, and those of {@link PowertoolsItem}.
 */
final class ItemCodec {
  private ItemCodec() {}

  /** Returns the whole item of a record that was just claimed: without result and error. */
  static SortedMap<String, AttributeValue> claimed(IdempotencyRecord record) {
    SortedMap<String, AttributeValue> item = new TreeMap<>();
    item.put(Attributes.ID, Values.string(record.id().value()));
    item.put(Attributes.STATUS, Values.string(record.status().name()));
    item.put(Attributes.OWNER, Values.string(record.owner().value()));
    item.put(Attributes.ATTEMPT, Values.number(record.attempt()));
    item.put(Attributes.LEASE, Values.millis(record.leaseUntil()));
    item.put(Attributes.UPDATED_AT, Values.millis(record.stamp().at()));
    item.put(Attributes.EXPIRATION, Values.seconds(record.stamp().keptUntil()));
    item.put(Attributes.SCHEMA, Values.number(Attributes.SCHEMA_VERSION));
    record
        .fingerprint()
        .ifPresent(it -> item.put(Attributes.VALIDATION, Values.string(it.value())));
    record.readableKey().ifPresent(it -> item.put(Attributes.BUSINESS_KEY, Values.string(it)));
    record.generation().ifPresent(it -> item.put(Attributes.GENERATION, Values.string(it.value())));
    function(record).ifPresent(it -> item.put(Attributes.FUNCTION, it));
    payload(record).ifPresent(it -> item.put(Attributes.PAYLOAD, it));
    trace(record).ifPresent(it -> item.put(Attributes.TRACEPARENT, it));
    return item;
  }

  static Optional<AttributeValue> function(IdempotencyRecord record) {
    return record.claimant().function().map(Values::string);
  }

  static Optional<AttributeValue> payload(IdempotencyRecord record) {
    return record.claimant().payload().map(it -> Values.string(it.value()));
  }

  static Optional<AttributeValue> trace(IdempotencyRecord record) {
    return record.claimant().trace().map(it -> Values.string(it.value()));
  }

  /**
   * Returns the record of an item as read.
   *
   * @throws StoreException if this release can't read it
   */
  static IdempotencyRecord record(Map<String, AttributeValue> attributes) {
    AttributeValue id = attributes.get(Attributes.ID);
    Item item = new Item(id == null ? "without id" : String.valueOf(id.s()), attributes);
    try {
      return PowertoolsItem.matches(item) ? PowertoolsItem.record(item) : ours(item);
    } catch (StoreException known) {
      throw known;
    } catch (RuntimeException e) {
      throw item.unreadable(e);
    }
  }

  private static IdempotencyRecord ours(Item item) {
    item.positiveInt(Attributes.SCHEMA);
    return new IdempotencyRecord(
        new RecordId(item.string(Attributes.ID)),
        item.constant(Attributes.STATUS, Status.class),
        new AttemptId(item.string(Attributes.OWNER)),
        item.positiveInt(Attributes.ATTEMPT),
        item.millis(Attributes.LEASE),
        new WriteTimestamp(item.millis(Attributes.UPDATED_AT), item.seconds(Attributes.EXPIRATION)),
        item.optionalString(Attributes.VALIDATION).map(Fingerprint::new),
        item.optionalString(Attributes.BUSINESS_KEY),
        result(item),
        item.optionalString(Attributes.ERROR).map(ErrorSummary::new),
        StepCodec.steps(item),
        item.optionalString(Attributes.GENERATION).map(Generation::new),
        new Claimant(
            item.optionalString(Attributes.FUNCTION),
            item.optionalString(Attributes.PAYLOAD).map(PayloadCheck::new),
            item.textIfAny(Attributes.TRACEPARENT).flatMap(TraceParent::ofRecord)),
        item.has(Attributes.ACKNOWLEDGED) ? item.count(Attributes.ACKNOWLEDGED) : 0);
  }

  private static StoredResult result(Item item) {
    return result(item, Attributes.DATA, Attributes.OMITTED);
  }

  static StoredResult result(Item item, String data, String whyOmitted) {
    if (item.has(whyOmitted)) {
      Item omitted = item.map(whyOmitted);
      return new Omitted(
          omitted.constant(Attributes.OMITTED_REASON, Reason.class),
          omitted.count(Attributes.OMITTED_SIZE));
    }
    return item.optionalString(data).<StoredResult>map(Text::new).orElseGet(StoredResult::none);
  }
}
