package dev.effectivelyonce.replay;

import dev.effectivelyonce.core.record.LogSanitizer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * The report of a run.
 *
 * @param mode whether anything was changed
 * @param end why the run ended
 * @param problem the problem after {@link RunEnd#FAULT}
 * @param counts the number of messages by result
 * @param remaining the approximate number of messages in the dead-letter queue that this run did
 *     not examine: SQS's approximate number, less the messages that the run examined and left
 *     there; empty if SQS did not return it
 * @param blockedGroups message groups of a FIFO dead-letter queue in which ten or more messages
 *     were left, because SQS delivers nothing behind those
 * @param cameBack the number of messages that the run sent and then found in the dead-letter queue
 *     again
 * @param details the first {@value #MAX_DETAILS} messages that need attention, because they were
 *     left for another reason than the request's filter, are unreadable, or were not deleted; in a
 *     dry run, all messages that the request selects
 * @param detailsOmitted the number of further such messages
 * @param elapsed the duration of the run
 */
public record ReplayReport(
    RunMode mode,
    RunEnd end,
    Optional<String> problem,
    ReplayCounts counts,
    Optional<Long> remaining,
    int blockedGroups,
    int cameBack,
    List<Examined> details,
    int detailsOmitted,
    Duration elapsed) {
  /** The maximum number of messages in the details of a report. */
  public static final int MAX_DETAILS = 100;

  /** Copies the details. */
  public ReplayReport {
    details = List.copyOf(details);
  }

  /**
   * Returns the approximate number of dead letters that another reader hides: the messages that
   * remain in a queue that delivered no more, less those that came back. Empty if nothing is known
   * about other readers, because message groups hide the remaining messages.
   */
  public OptionalLong hidden() {
    long left = remaining.orElse(0L) - cameBack;
    return end == RunEnd.EMPTY && blockedGroups == 0 && left > 0
        ? OptionalLong.of(left)
        : OptionalLong.empty();
  }

  /** Returns the report as strings, numbers, lists and maps, which any JSON library can write. */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("dryRun", mode == RunMode.DRY_RUN);
    map.put("end", end.name());
    problem.ifPresent(text -> map.put("problem", text));
    map.put("examined", counts.examined());
    map.put("replayed", counts.replayed());
    map.put("reopened", counts.reopened());
    map.put("skipped", counts.skipped());
    map.put("left", counts.left());
    map.put("unreadable", counts.unreadable());
    map.put("notDeleted", counts.notDeleted());
    remaining.ifPresent(count -> map.put("remaining", count));
    hidden().ifPresent(count -> map.put("hidden", count));
    map.put("blockedGroups", blockedGroups);
    map.put("cameBack", cameBack);
    map.put("decisions", counts.decisions());
    map.put("details", details.stream().map(ReplayReport::toMap).toList());
    map.put("detailsOmitted", detailsOmitted);
    map.put("elapsedMillis", elapsed.toMillis());
    return map;
  }

  /** Returns the report as a readable text of several lines. */
  public String text() {
    StringBuilder text = new StringBuilder();
    line(text, mode == RunMode.DRY_RUN ? "would replay" : "replayed", counts.replayed());
    line(text, "  of these reopened", counts.reopened());
    line(text, mode == RunMode.DRY_RUN ? "would skip (done)" : "skipped (done)", counts.skipped());
    line(text, "left", counts.left());
    counts.decisions().entrySet().stream()
        .filter(entry -> isReason(entry.getKey()))
        .forEach(entry -> line(text, "  " + entry.getKey(), entry.getValue()));
    line(text, "unreadable", counts.unreadable());
    line(text, "examined", counts.examined());
    line(text, "remaining, about", remaining.<Object>map(count -> count).orElse("unknown"));
    if (counts.notDeleted() > 0) {
      line(text, "sent, but not deleted", counts.notDeleted());
    }
    if (blockedGroups > 0) {
      line(text, "message groups that hide more", blockedGroups);
    }
    if (cameBack > 0) {
      line(text, "came straight back", cameBack);
    }
    line(
        text,
        "ended by",
        end + problem.map(why -> ": " + LogSanitizer.oneLine(why)).orElseGet(this::meaning));
    text.append(details.stream().map(ReplayReport::detail).collect(Collectors.joining()));
    if (detailsOmitted > 0) {
      text.append("  and ").append(detailsOmitted).append(" more\n");
    }
    return text.toString();
  }

  /** Returns what an end means that may surprise. */
  private String meaning() {
    if (hidden().isPresent()) {
      return ". Another reader hides what remains; look again when its visibility ends";
    }
    return end == RunEnd.CAME_BACK
        ? ": what it sends fails again at once. Remove the cause, or choose others by a filter"
        : "";
  }

  private static Map<String, Object> toMap(Examined message) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("messageId", message.messageId());
    message.keyHash().ifPresent(hash -> map.put("keyHash", hash));
    map.put("decision", message.decision().label());
    message.problem().ifPresent(text -> map.put("problem", text));
    return map;
  }

  private static String detail(Examined message) {
    return "  %s  %s  key %s%s%n"
        .formatted(
            message.decision().label(),
            message.messageId(),
            message.keyHash().orElse("-"),
            message.problem().map(why -> "  " + LogSanitizer.oneLine(why)).orElse(""));
  }

  private static boolean isReason(String label) {
    return List.of(LeaveReason.values()).stream().anyMatch(it -> it.name().equals(label));
  }

  private static void line(StringBuilder text, String name, Object value) {
    text.append("%-30s %s%n".formatted(name, value));
  }
}
