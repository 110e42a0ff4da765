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
 * @param lines for each queue, expected beside actual
 * @param allowedRepeats the events whose effect was repeated as the guarantee allows, and how often
 * @param violations what is not as the guarantee promises
 */
public record Report(
    Map<DemoQueue, List<ReportLine>> lines,
    SortedMap<?, Integer> allowedRepeats,
    List<Violation> violations) {

  /** Judges a run. */
  public static Report of(Evidence evidence) {
    Findings findings = Checker.check(evidence);
    Map<DemoQueue, List<ReportLine>> lines = new EnumMap<>(DemoQueue.class);
    List<Violation> violations = new ArrayList<>(findings.violations());
    for (DemoQueue queue : DemoQueue.values()) {
      List<ReportLine> ofQueue = lines(evidence, findings, queue);
      if (ofQueue.isEmpty()) {
        continue;
      }
      lines.put(queue, ofQueue);
      ofQueue.stream()
          .filter(line -> !line.isAsExpected())
          .forEach(line -> violations.add(miscount(queue, line)));
    }
    return new Report(lines, findings.repeats().allowed(), List.copyOf(violations));
  }

  /** Whether all is as the guarantee promises. */
  public boolean isGood() {
    return violations.isEmpty();
  }

  private static List<ReportLine> lines(Evidence evidence, Findings findings, DemoQueue queue) {
    return switch (queue) {
      case ORDERS, PAYMENTS -> new QueueReport(evidence, findings, queue).lines();
      case FULFILMENT -> new FulfilmentReport(evidence, findings).lines();
    };
  }

  private static Violation miscount(DemoQueue queue, ReportLine line) {
    return new Violation(
        Breach.MISCOUNT,
        queue,
        line.label().strip(),
        "expected %s, found %,d".formatted(line.expected(), line.actual()));
  }
}
