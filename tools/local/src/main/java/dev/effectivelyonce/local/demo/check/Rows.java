package dev.effectivelyonce.local.demo.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The rows of one section of the report, in the order in which they are declared. */
final class Rows {
  private final Section section;
  private final Findings findings;
  private final List<Row> rows = new ArrayList<>();

  Rows(Section section, Findings findings) {
    this.section = section;
    this.findings = findings;
  }

  List<Row> all() {
    return List.copyOf(rows);
  }

  Rows row(String label, Range expected, long actual, String why) {
    rows.add(new Row(label, expected, actual, why));
    return this;
  }

  Rows row(String label, long expected, long actual, String why) {
    return row(label, Range.exactly(expected), actual, why);
  }

  /** What must not have happened. */
  Rows never(String label, Breach breach, String why) {
    return row(label, 0, findings.count(breach, section), why);
  }

  /** What must not have happened where payments are booked. */
  Rows inStepWithLedger() {
    return never("Completed, not in the ledger", Breach.MISSING_LEDGER_ROW, "")
        .never("In the ledger, not completed", Breach.NOT_COMPLETED, "")
        .never("Accounts out of step", Breach.UNBALANCED, "balance, count and ledger");
  }

  /** Dead letters: how many there are, and by cause. */
  Rows deadLetters(Map<Cause, Long> counts, Function<Cause, Range> expected) {
    Range all = Arrays.stream(Cause.values()).map(expected).reduce(Range.exactly(0), Range::and);
    long total = counts.values().stream().mapToLong(Long::longValue).sum();
    row("Dead-lettered", all, total, "by cause:");
    for (Cause cause : Cause.values()) {
      Range range = expected.apply(cause);
      long count = counts.getOrDefault(cause, 0L);
      if (count > 0 || range.least() > 0 || cause == Cause.NONE) {
        row("  " + cause.label(), range, count, "");
      }
    }
    return this;
  }
}
