package dev.effectivelyonce.cli.replay;

import dev.effectivelyonce.replay.ReplayReport;
import dev.effectivelyonce.replay.RunEnd;
import java.util.OptionalLong;

/** Dead letters that a run could not receive although its queue has them. */
public final class HiddenLetters {
  private HiddenLetters() {}

  /**
   * About how many another reader hides: what remains of a queue that gave no more. Where message
   * groups are blocked, these hide what remains, and nothing is known of other readers.
   */
  public static OptionalLong of(ReplayReport report) {
    long remaining = report.remaining().orElse(0L);
    return report.end() == RunEnd.EMPTY && report.blockedGroups() == 0 && remaining > 0
        ? OptionalLong.of(remaining)
        : OptionalLong.empty();
  }

  /** Returns the text about hidden messages. */
  public static String text(long count) {
    return "about %d %s hidden by another reader. Look again when their visibility ends."
        .formatted(count, count == 1 ? "is" : "are");
  }
}
