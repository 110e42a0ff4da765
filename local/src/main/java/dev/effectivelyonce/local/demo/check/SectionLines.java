package dev.effectivelyonce.local.demo.check;

import java.util.ArrayList;
import java.util.List;

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

  /** What must never have happened. */
  void promise(String label, Breach breach, String basis) {
    exactly(label, 0, findings.count(breach, section), basis);
  }
}
