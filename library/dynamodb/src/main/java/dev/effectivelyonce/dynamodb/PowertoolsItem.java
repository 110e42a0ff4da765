package dev.effectivelyonce.dynamodb;

import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.Claimant;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.WriteTimestamp;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An item of Powertools, in a table that was its own or is shared with it. It names neither an
 * owner nor a schema. If Powertools completed it, it is a duplicate. If Powertools began it, it is
 * in flight until its lease lapses or, without a lease, until it expires.
 */
final class PowertoolsItem {
  /** The owner in place of the missing one. No attempt of this library ever has it. */
  static final AttemptId UNNAMED = new AttemptId("powertools");

  private PowertoolsItem() {}

  static boolean matches(Item item) {
    return !item.has(Attributes.SCHEMA) && !item.has(Attributes.OWNER);
  }

  /** Returns whether a record of this owner was read from such an item. */
  static boolean isOwner(AttemptId owner) {
    return owner.equals(UNNAMED);
  }

  static IdempotencyRecord record(Item item) {
    Instant keptUntil = item.seconds(Attributes.EXPIRATION);
    return new IdempotencyRecord(
        new RecordId(item.string(Attributes.ID)),
        item.constant(Attributes.STATUS, Status.class),
        UNNAMED,
        1,
        item.optionalMillis(Attributes.LEASE).orElse(keptUntil),
        new WriteTimestamp(
            item.optionalMillis(Attributes.UPDATED_AT).orElse(Instant.EPOCH), keptUntil),
        item.optionalString(Attributes.VALIDATION).map(Fingerprint::new),
        Optional.empty(),
        item.optionalString(Attributes.DATA)
            .<StoredResult>map(StoredResult.Text::new)
            .orElseGet(StoredResult::none),
        item.optionalString(Attributes.ERROR).map(ErrorSummary::new),
        List.of(),
        Optional.empty(),
        Claimant.unknown(),
        item.has(Attributes.ACKNOWLEDGED) ? item.count(Attributes.ACKNOWLEDGED) : 0);
  }
}
