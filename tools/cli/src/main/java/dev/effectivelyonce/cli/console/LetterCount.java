package dev.effectivelyonce.cli.console;

import dev.effectivelyonce.replay.Examined;
import dev.effectivelyonce.replay.LeaveReason;
import dev.effectivelyonce.replay.ReplayCounts;
import dev.effectivelyonce.replay.ReplayListener;
import dev.effectivelyonce.replay.ReplayReport;
import dev.effectivelyonce.replay.RunEnd;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.IntConsumer;

/** Counts what becomes of the letters that an act is about, among all that its pass examines. */
final class LetterCount implements ReplayListener {
  /** So many letters are named in a result; the others are counted. */
  static final int MOST_NAMED = 20;

  private static final String CHANGED = LeaveReason.FILTERED.name();

  private final Set<String> ids;
  private final IntConsumer progress;
  private final Map<String, Integer> decisions = new TreeMap<>();
  private final List<String> changed = new ArrayList<>();
  private final Set<String> unseen;

  LetterCount(Set<String> ids, IntConsumer progress) {
    this.ids = ids;
    this.progress = progress;
    this.unseen = new HashSet<>(ids);
    progress.accept(0);
  }

  @Override
  public void examined(Examined message, ReplayCounts counts) {
    if (!ids.contains(message.messageId())) {
      return;
    }
    String decision = message.decision().label();
    decisions.merge(decision, 1, Integer::sum);
    if (decision.equals(CHANGED) && changed.size() < MOST_NAMED) {
      changed.add(message.messageId());
    }
    unseen.remove(message.messageId());
    progress.accept(ids.size() - unseen.size());
  }

  /** Tells the decisions and their numbers, but for the letters that have changed. */
  void each(BiConsumer<String, Integer> teller) {
    decisions.forEach(
        (decision, number) -> {
          if (!decision.equals(CHANGED)) {
            teller.accept(decision, number);
          }
        });
  }

  /** Returns what became of the others, and how the pass has ended. */
  List<Act.Line> rest(ReplayReport report) {
    List<Act.Line> lines = new ArrayList<>();
    int number = decisions.getOrDefault(CHANGED, 0);
    if (number > 0) {
      lines.add(LetterActs.line("Left, because they have changed", number));
      changed.forEach(it -> lines.add(new Act.Line("Changed", it)));
    }
    boolean isWhole = report.end() == RunEnd.EMPTY;
    if (!unseen.isEmpty()) {
      lines.add(
          LetterActs.line(
              isWhole ? "Not found: gone, or hidden by another reader" : "Not reached",
              unseen.size()));
    }
    if (isWhole) {
      unseen.stream()
          .sorted()
          .limit(MOST_NAMED)
          .forEach(it -> lines.add(new Act.Line("Not found", it)));
    }
    if (report.blockedGroups() > 0) {
      lines.add(LetterActs.line("Message groups that hide more", report.blockedGroups()));
    }
    if (report.cameBack() > 0) {
      lines.add(LetterActs.line("Came straight back as dead letters", report.cameBack()));
    }
    lines.add(new Act.Line("Ended", end(report)));
    return lines;
  }

  private static String end(ReplayReport report) {
    return switch (report.end()) {
      case EMPTY, LIMIT -> "After the last letter";
      case DEADLINE -> "Early: its time was up";
      case INTERRUPTED -> "Stopped: what was begun is ended, and the rest is given back";
      case CAME_BACK -> "What it sends fails again at once: remove the cause first";
      case FAULT -> "Early: " + report.problem().orElse("a call failed");
    };
  }
}
