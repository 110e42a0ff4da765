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
 * @param end why it ended
 * @param problem what could not be used, after {@link RunEnd#FAULT}
 * @param counts how many messages, by their results
 * @param remaining about how many messages are in the dead-letter queue that this run did not
 *     examine: SQS's own approximate numbers, less what the run examined and left there. Empty if
 *     SQS did not say
 * @param blockedGroups message groups of a FIFO dead-letter queue of which ten or more were left:
 *     SQS shows nothing behind those
 * @param cameBack how many of the messages that it sent were in the dead-letter queue again when it
 *     looked
 * @param details the first {@value #MAX_DETAILS} that need attention: left for another reason than
 *     the request's own filter, unreadable, or not deleted. In a dry run, all that the request is
 *     about
 * @param detailsOmitted how many more there were
 * @param elapsed how long it took
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
  /** The most messages that a report names. */
  public static final int MAX_DETAILS = 100;

  /** Copies the details. */
  public ReplayReport {
    details = List.copyOf(details);
  }

  /**
   * Returns about how many dead letters another reader hides: what remains of a queue that gave no
   * more, less what came back. Empty where nothing is known of other readers, since message groups
   * hide what remains.
   */
  public OptionalLong hidden() {
    long left = remaining.orElse(0L) - cameBack;
    return end == RunEnd.EMPTY && blockedGroups == 0 && left > 0
        ? OptionalLong.of(left)
        : OptionalLong.empty();
  }

  /** Returns the report as strings, numbers, lists and maps, for any JSON library. */
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

  /** Returns the report for people, some lines. */
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
