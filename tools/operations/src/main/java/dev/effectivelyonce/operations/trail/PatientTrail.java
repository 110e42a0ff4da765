package dev.effectivelyonce.operations.trail;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.TrailEntry;
import dev.effectivelyonce.core.store.AuditLog;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/**
 * A trail of which a write that meets another, or a limit of the table, goes again a few times.
 *
 * @param trail which keeps the entries
 * @param pausing how to wait
 */
record PatientTrail(AuditLog trail, Platform.Pause pausing) implements AuditLog {
  private static final int TRIES = 5;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);

  @Override
  public WriteResult write(Write.ByOperator write, TrailEntry entry) {
    return patiently(() -> trail.write(write, entry));
  }

  @Override
  public boolean erase(RecordId id, TrailEntry entry) {
    return patiently(() -> trail.erase(id, entry));
  }

  @Override
  public List<TrailEntry> entries(RecordId id) {
    return trail.entries(id);
  }

  private <T> T patiently(Supplier<T> write) {
    Duration pause = FIRST_PAUSE;
    for (int tries = 1; ; tries++) {
      try {
        return write.get();
      } catch (StoreException e) {
        if (e.kind() != StoreException.Kind.THROTTLED || tries == TRIES || !waited(pause)) {
          throw e;
        }
        pause = pause.multipliedBy(2);
      }
    }
  }

  private boolean waited(Duration pause) {
    try {
      pausing.pause(pause);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
