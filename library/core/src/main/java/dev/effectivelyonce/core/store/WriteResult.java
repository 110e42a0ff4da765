package dev.effectivelyonce.core.store;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import java.util.Optional;

/** The answer to a conditional write. */
public sealed interface WriteResult {
  /** Returns the record as it stands after the write or the refusal; empty if there is none. */
  Optional<IdempotencyRecord> current();

  /**
   * The write happened.
   *
   * @param record the record after the write
   */
  record Written(IdempotencyRecord record) implements WriteResult {
    @Override
    public Optional<IdempotencyRecord> current() {
      return Optional.of(record);
    }
  }

  /**
   * The condition did not hold, and nothing changed.
   *
   * @param current the record that prevented the write, at the time of the refusal; empty if there
   *     was none
   */
  record Refused(Optional<IdempotencyRecord> current) implements WriteResult {}
}
