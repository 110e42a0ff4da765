package dev.effectivelyonce.local.demo.check;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A report as text. */
public final class ReportPrinter {
  private static final int MOST_NAMED_OF_A_KIND = 10;
  private static final String ROW = "%-36s %14s %10s  %-6s %s";

  private ReportPrinter() {}

  /** The report, line by line, with the verdict at its end. */
  public static String print(Report report) {
    List<String> lines = new ArrayList<>();
    report
        .rows()
        .forEach(
            (section, its) -> {
              lines.add("");
              lines.add(ROW.formatted(section.title(), "expected", "actual", "", "follows from"));
              its.stream().filter(Row::isTelling).map(ReportPrinter::row).forEach(lines::add);
            });
    lines.add("");
    lines.addAll(repeats(report));
    lines.addAll(violations(report));
    lines.add(verdict(report));
    return lines.stream().map(String::stripTrailing).collect(Collectors.joining("\n"));
  }

  private static String row(Row row) {
    String verdict = row.isAsExpected() ? "ok" : "WRONG";
    return ROW.formatted(
        row.label(),
        row.expected(),
        String.format(Locale.ROOT, "%,d", row.actual()),
        verdict,
        row.why());
  }

  private static List<String> repeats(Report report) {
    if (report.allowedRepeats().isEmpty()) {
      return List.of();
    }
    String named =
        report.allowedRepeats().entrySet().stream()
            .map(entry -> entry.getKey() + (entry.getValue() > 1 ? " x" + entry.getValue() : ""))
            .collect(Collectors.joining(", "));
    return List.of(
        "Allowed double effects, each of an event whose process died, or whose handler lost an"
            + " answer, between effect and completion:",
        "  " + named,
        "");
  }

  private static List<String> violations(Report report) {
    if (report.isGood()) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    lines.add("Violations:");
    List<Violation> named = named(report);
    named.forEach(
        it ->
            lines.add(
                "  %s: %s %s: %s"
                    .formatted(
                        it.breach().label(), it.section().label(), it.subject(), it.evidence())));
    int more = report.violations().size() - named.size();
    if (more > 0) {
      lines.add("  and " + more + " more");
    }
    lines.add("");
    return lines;
  }

  private static List<Violation> named(Report report) {
    Map<Breach, Integer> counts = new EnumMap<>(Breach.class);
    return report.violations().stream()
        .filter(it -> counts.merge(it.breach(), 1, Integer::sum) <= MOST_NAMED_OF_A_KIND)
        .toList();
  }

  private static String verdict(Report report) {
    return report.isGood()
        ? "VERDICT: as the guarantee promises."
        : "VERDICT: NOT as the guarantee promises, %s violations."
            .formatted(report.violations().size());
  }
}
