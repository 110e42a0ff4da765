package dev.effectivelyonce.simulation.check;

import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** What records were, and which of them a failover made forget some of it. */
public final class Past {
  /** What a record became, and when. */
  private record Change(Instant at, Optional<IdempotencyRecord> after) {}

  private final Map<RecordId, List<Change>> timelines = new HashMap<>();
  private final Set<RecordId> forgotten = new HashSet<>();
  private int repeats;

  void add(RecordId id, Instant now, Optional<IdempotencyRecord> after) {
    timelines.computeIfAbsent(id, ignored -> new ArrayList<>()).add(new Change(now, after));
  }

  void forgotten(RecordId id) {
    forgotten.add(id);
  }

  /** An effect is repeated that nothing excuses but a failover. */
  void repeated() {
    repeats++;
  }

  /** How many effects were repeated because a failover forgot writes. */
  public int repeats() {
    return repeats;
  }

  /** Whether a failover forgot a write of it. */
  public boolean isForgotten(RecordId id) {
    return forgotten.contains(id);
  }

  /** Whether an event was completed at any moment since then. */
  public boolean wasCompleted(RecordId id, Fingerprint payload, Instant since) {
    return was(id, since, it -> it.status() == Status.COMPLETED && isOf(it, payload));
  }

  /** Whether the record was completed at any moment since then, whatever its payload. */
  public boolean wasCompleted(RecordId id, Instant since) {
    return was(id, since, it -> it.status() == Status.COMPLETED);
  }

  /** Whether at any moment since then the event could not run again from its queue. */
  public boolean wasFinal(RecordId id, Fingerprint payload, Instant since) {
    return was(id, since, it -> isFinal(it.status()) || !isOf(it, payload));
  }

  /** Whether at any moment since then the event had failed for good, was held, or is another. */
  public boolean wasFailed(RecordId id, Fingerprint payload, Instant since) {
    return was(
        id,
        since,
        it -> it.status() == Status.FAILED || it.status() == Status.UNKNOWN || !isOf(it, payload));
  }

  /** Whether at any moment since then the next attempt could take over. */
  public boolean wasReleased(RecordId id, Instant since) {
    return was(id, since, it -> it.status() == Status.RETRYABLE);
  }

  /** Whether it was so after this many attempts, or more. */
  public boolean wasReleased(RecordId id, int attempts, Instant since) {
    return was(id, since, it -> it.status() == Status.RETRYABLE && it.attempt() >= attempts);
  }

  /** Two servers tell two truths: where a failover forgets, whatever was true once counts. */
  private boolean was(RecordId id, Instant since, Predicate<IdempotencyRecord> such) {
    Instant oldest = isForgotten(id) ? Instant.MIN : since;
    // The last one that is older is what the record was then.
    for (Change change : timelines.getOrDefault(id, List.of()).reversed()) {
      if (change.after().filter(such).isPresent()) {
        return true;
      }
      if (change.at().isBefore(oldest)) {
        return false;
      }
    }
    return false;
  }

  private static boolean isFinal(Status status) {
    return List.of(Status.COMPLETED, Status.FAILED, Status.UNKNOWN).contains(status);
  }

  static boolean isOf(IdempotencyRecord record, Fingerprint payload) {
    return record.fingerprint().filter(payload::equals).isPresent();
  }
}
