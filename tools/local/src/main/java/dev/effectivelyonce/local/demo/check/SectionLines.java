package dev.effectivelyonce.local.demo.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The lines of one section of the report, as they are added. */
final class SectionLines {
  private final Section section;
  private final Findings findings;
  private final List<ReportLine> lines = new ArrayList<>();

  SectionLines(Section section, Findings findings) {
    this.section = section;
    this.findings = findings;
  }

  List<ReportLine> all() {
    return List.copyOf(lines);
  }

  void judge(String label, Range range, long actual, String basis) {
    lines.add(new ReportLine(label, range, actual, basis));
  }

  void exactly(String label, long count, long actual, String basis) {
    judge(label, Range.exactly(count), actual, basis);
  }

  void between(String label, long least, long most, long actual, String basis) {
    judge(label, Range.between(least, most), actual, basis);
  }

  void shown(String label, long actual, String basis) {
    judge(label, Range.any(), actual, basis);
  }

  /** Dead letters: how many there are, and by cause. */
  void deadLetters(Map<Cause, Long> counts, Function<Cause, Range> expected) {
    Range all = Arrays.stream(Cause.values()).map(expected).reduce(Range.exactly(0), Range::and);
    long total = counts.values().stream().mapToLong(Long::longValue).sum();
    judge("Dead-lettered", all, total, "by cause:");
    for (Cause cause : Cause.values()) {
      Range range = expected.apply(cause);
      long count = counts.getOrDefault(cause, 0L);
      if (count > 0 || range.least() > 0 || cause == Cause.NONE) {
        judge("  " + cause.label(), range, count, "");
      }
    }
  }

  /** What must never have happened. */
  void promise(String label, Breach breach, String basis) {
    exactly(label, 0, findings.count(breach, section), basis);
  }
}
