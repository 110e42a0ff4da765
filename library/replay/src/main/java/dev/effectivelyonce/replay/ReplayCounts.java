package dev.effectivelyonce.replay;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The number of messages that a run has examined, by result; in a dry run, by the result that they
 * would have. {@code examined = replayed + skipped + left + unreadable}, always.
 *
 * @param replayed messages sent to the source queue, including those reopened before
 * @param reopened replayed messages for which a failed record was reopened
 * @param skipped messages that were done before and were deleted
 * @param left messages left in the dead-letter queue for any {@link LeaveReason}, including
 *     filtered ones
 * @param unreadable messages left in the dead-letter queue because they can't be read or have no
 *     key
 * @param notDeleted replayed messages that could not be deleted; a later run skips them
 * @param decisions the count of each {@link ReplayDecision#label()} that occurred
 */
public record ReplayCounts(
    int replayed,
    int reopened,
    int skipped,
    int left,
    int unreadable,
    int notDeleted,
    Map<String, Integer> decisions) {
  /** The counts of a run that has examined nothing. */
  public static final ReplayCounts NONE = new ReplayCounts(0, 0, 0, 0, 0, 0, Map.of());

  /** Keeps the decisions in the order of their labels. */
  public ReplayCounts {
    decisions = Collections.unmodifiableMap(new TreeMap<>(decisions));
  }

  /** Returns the number of all examined messages. */
  public int examined() {
    return replayed + skipped + left + unreadable;
  }

  ReplayCounts with(Examined message) {
    ReplayDecision decision = message.decision();
    return new ReplayCounts(
        replayed + one(decision.sends()),
        reopened + one(decision instanceof ReplayDecision.Reopen),
        skipped + one(decision instanceof ReplayDecision.Skip),
        left + one(decision instanceof ReplayDecision.Leave),
        unreadable + one(decision instanceof ReplayDecision.Unreadable),
        notDeleted + one(decision.sends() && message.problem().isPresent()),
        plusOne(decision.label()));
  }

  private Map<String, Integer> plusOne(String label) {
    Map<String, Integer> changed = new TreeMap<>(decisions);
    changed.merge(label, 1, Integer::sum);
    return changed;
  }

  private static int one(boolean counts) {
    return counts ? 1 : 0;
  }
}
