package dev.effectivelyonce.testkit.sqs;

import dev.effectivelyonce.sqs.Visibility;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Records changes of visibility instead of making them. Safe for use by many threads. */
public final class RecordingVisibility implements Visibility {
  private final List<Change> changes = new CopyOnWriteArrayList<>();

  @Override
  public void change(List<Change> asked, Instant deadline) {
    changes.addAll(asked);
  }

  /** Returns all changes until now, in order. */
  public List<Change> changes() {
    return List.copyOf(changes);
  }

  /**
   * Returns the time after which a message becomes visible, according to its latest change; empty
   * if there is none.
   */
  public Optional<Duration> after(String messageId) {
    return changes.stream()
        .filter(change -> change.messageId().equals(messageId))
        .map(Change::after)
        .reduce((earlier, later) -> later);
  }
}
