package dev.effectivelyonce.core.store;

import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import java.time.Instant;
import java.util.Optional;

/** The condition of a {@link Write} on the current record. */
public sealed interface Guard {
  /** No record exists, or its retention has passed. */
  record Absent(Instant now) implements Guard {
    @Override
    public boolean holds(Optional<IdempotencyRecord> current) {
      return current.filter(record -> !record.isExpired(now)).isEmpty();
    }
  }

  /** The owner holds the record, which is INPROGRESS. */
  record HeldBy(AttemptId owner) implements Guard {
    @Override
    public boolean holds(Optional<IdempotencyRecord> current) {
      return current
          .filter(it -> it.isOwnedBy(owner) && it.status() == Status.INPROGRESS)
          .isPresent();
    }
  }

  /**
   * The owner holds the record, which is INPROGRESS and has a lease that ends no later than the
   * given time.
   */
  record HeldUntil(AttemptId owner, Instant latest) implements Guard {
    @Override
    public boolean holds(Optional<IdempotencyRecord> current) {
      return new HeldBy(owner).holds(current.filter(it -> !it.leaseUntil().isAfter(latest)));
    }
  }

  /** Owner, status and lease are the same as in the record that was seen. */
  record AsSeen(IdempotencyRecord seen) implements Guard {
    @Override
    public boolean holds(Optional<IdempotencyRecord> current) {
      return current
          .filter(it -> isSameAttempt(it, seen) && it.leaseUntil().equals(seen.leaseUntil()))
          .isPresent();
    }
  }

  /** Owner and status are the same as in the record that was seen, and no claim is live. */
  record AtRest(IdempotencyRecord seen, Instant now) implements Guard {
    @Override
    public boolean holds(Optional<IdempotencyRecord> current) {
      return current.filter(it -> isSameAttempt(it, seen) && !it.isLive(now)).isPresent();
    }
  }

  /** The other guard holds, and nothing was noted about the step after the record was seen. */
  record NotNotedSince(Guard other, IdempotencyRecord seen, String step) implements Guard {
    @Override
    public boolean holds(Optional<IdempotencyRecord> current) {
      return other.holds(current.filter(it -> it.hasStepAsIn(seen, step)));
    }
  }

  /** Returns whether the write may happen. */
  boolean holds(Optional<IdempotencyRecord> current);

  private static boolean isSameAttempt(IdempotencyRecord current, IdempotencyRecord seen) {
    return current.isOwnedBy(seen.owner()) && current.status() == seen.status();
  }
}
