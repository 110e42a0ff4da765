package dev.effectivelyonce.tests.storm;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import java.util.Optional;

/** The record of an order. */
@FunctionalInterface
interface RecordLookup {
  Optional<IdempotencyRecord> find(int order);
}
