package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.local.demo.plan.DemoQueue;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * A judged run.
 *
 * @param lines for each section, expected beside actual
 * @param allowedRepeats the events whose effect was repeated as the guarantee allows, and how often
 * @param violations what is not as the guarantee promises
 */
public record Report(
    Map<Section, List<ReportLine>> lines,
    SortedMap<?, Integer> allowedRepeats,
    List<Violation> violations) {

  /** Judges a run. */
  public static Report of(Evidence evidence) {
    Findings findings = Checker.check(evidence);
    Map<Section, List<ReportLine>> lines = new EnumMap<>(Section.class);
    List<Violation> violations = new ArrayList<>(findings.violations());
    for (Section section : Section.values()) {
      List<ReportLine> itsLines = lines(evidence, findings, section);
      if (itsLines.isEmpty()) {
        continue;
      }
      lines.put(section, itsLines);
      itsLines.stream()
          .filter(line -> !line.isAsExpected())
          .forEach(line -> violations.add(miscount(section, line)));
    }
    return new Report(lines, findings.repeats().allowed(), List.copyOf(violations));
  }

  /** Returns whether all is as the guarantee promises. */
  public boolean isGood() {
    return violations.isEmpty();
  }

  private static List<ReportLine> lines(Evidence evidence, Findings findings, Section section) {
    return switch (section) {
      case ORDERS -> new QueueReport(evidence, findings, DemoQueue.ORDERS).lines();
      case PAYMENTS -> new QueueReport(evidence, findings, DemoQueue.PAYMENTS).lines();
      case FULFILMENT -> new FulfilmentReport(evidence, findings).lines();
      case RECEIPTS ->
          evidence.plan().events(DemoQueue.RECEIPTS).isEmpty()
              ? List.of()
              : new QueueReport(evidence, findings, DemoQueue.RECEIPTS).lines();
      case REQUESTS -> new RequestReport(evidence, findings).lines();
    };
  }

  private static Violation miscount(Section section, ReportLine line) {
    return new Violation(
        Breach.MISCOUNT,
        section,
        line.label().strip(),
        "expected %s, found %,d".formatted(line.expected(), line.actual()));
  }
}
