package dev.effectivelyonce.simulation.check;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** What a record was, and when. */
final class Timeline {
  private record Change(Instant at, Optional<IdempotencyRecord> after) {}

  private final List<Change> changes = new ArrayList<>();

  void add(Instant at, Optional<IdempotencyRecord> after) {
    changes.add(new Change(at, after));
  }

  /** Whether the record was such at any moment since then. */
  boolean wasSince(Instant since, Predicate<IdempotencyRecord> such) {
    for (int i = changes.size() - 1; i >= 0; i--) {
      Change change = changes.get(i);
      if (change.after().filter(such).isPresent()) {
        return true;
      }
      if (change.at().isBefore(since)) {
        return false;
      }
    }
    return false;
  }
}
