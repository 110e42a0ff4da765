package dev.effectivelyonce.sqs;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.Heartbeat;
import dev.effectivelyonce.sqs.Visibility.Change;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The heartbeats of a consumer. When a claim is renewed, its message and those behind it in its
 * lane stay hidden as long.
 *
 * @param lease of each claim
 */
record Heartbeats(Duration lease, Visibility visibility, Clock clock) {
  /**
   * @throws ConfigurationException if the lease is out of a heartbeat's range
   */
  Heartbeats {
    Heartbeat ignored = new Heartbeat(lease, until -> {});
  }

  /**
   * Returns the heartbeat of a message.
   *
   * @param waiting the message itself, and those that wait for its end
   */
  Heartbeat of(List<SqsMessage> waiting) {
    return new Heartbeat(lease, until -> hide(waiting, until));
  }

  /** Hides the messages. One that comes back too early loses only a receive. */
  private void hide(List<SqsMessage> waiting, Instant until) {
    Instant now = clock.instant();
    Duration after = Duration.between(now, until);
    List<Change> changes =
        waiting.stream()
            .map(message -> VisibilityChanges.of(message, after))
            .flatMap(Optional::stream)
            .toList();
    if (!changes.isEmpty() && after.isPositive()) {
      visibility.change(changes, now.plus(lease));
    }
  }
}
