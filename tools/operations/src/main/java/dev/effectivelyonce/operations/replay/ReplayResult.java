package dev.effectivelyonce.operations.replay;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.operations.aws.QueueSettings;
import dev.effectivelyonce.operations.json.Json;
import dev.effectivelyonce.replay.LeaveReason;
import dev.effectivelyonce.replay.ReplayDecision;
import dev.effectivelyonce.replay.ReplayFilter;
import dev.effectivelyonce.replay.ReplayReport;
import dev.effectivelyonce.replay.RunEnd;
import java.util.Set;

/**
 * What a replay did.
 *
 * @param consumer its name
 * @param target its source queue, or the function that parked them, by name
 * @param deadLetters its dead-letter queue or parking queue
 * @param report of the run
 */
public record ReplayResult(
    String consumer, String target, QueueSettings deadLetters, ReplayReport report) {
  private static final Set<String> KEYLESS =
      Set.of(
          LeaveReason.FILTERED.name(),
          LeaveReason.OTHER_SOURCE.name(),
          new ReplayDecision.Unreadable("").label());

  /**
   * Returns whether no message of the run has a key that was asked for; not if one may have. The
   * keys of messages that can't be read, and of those of other queues, are not known.
   */
  public boolean lacksTheKeys(ReplayFilter filter) {
    boolean isAsked =
        !filter.keys().isEmpty() && filter.equals(ReplayFilter.NONE.withKeys(filter.keys()));
    boolean isFound = !KEYLESS.containsAll(report.counts().decisions().keySet());
    return isAsked && !isFound && report.end() == RunEnd.EMPTY;
  }

  /** Returns it for programs. */
  public ObjectNode json() {
    ObjectNode node =
        Json.with("consumer", consumer).and("from", deadLetters.name()).and("to", target).node();
    return node.setAll((ObjectNode) Json.tree(report.toMap()));
  }
}
