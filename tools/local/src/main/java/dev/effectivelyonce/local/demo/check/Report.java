package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.local.demo.plan.DemoQueue;
import dev.effectivelyonce.local.demo.plan.ShipmentPlan;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;

/**
 * A judged run.
 *
 * @param rows for each section, expected beside actual
 * @param allowedRepeats the events whose effect was repeated as the guarantee allows, and how often
 * @param violations what is not as the guarantee promises
 */
public record Report(
    Map<Section, List<Row>> rows,
    SortedMap<?, Integer> allowedRepeats,
    List<Violation> violations) {

  /** Judges a run. */
  public static Report of(Evidence evidence) {
    Findings findings = Checker.check(evidence);
    List<Violation> violations = new ArrayList<>(findings.violations());
    Map<Section, List<Row>> rows = new EnumMap<>(Section.class);
    for (Section section : Section.values()) {
      List<Row> its = rows(evidence, findings, section);
      if (!its.isEmpty()) {
        rows.put(section, its);
      }
      its.stream()
          .filter(row -> !row.isAsExpected())
          .forEach(row -> violations.add(miscount(section, row)));
    }
    return new Report(rows, findings.allowed(), List.copyOf(violations));
  }

  /** Returns the same with the topic of shipments judged, too. */
  public Report with(ShipmentPlan plan, Shipped shipped) {
    ShipmentCheck check = new ShipmentCheck(plan, shipped);
    Map<Section, List<Row>> all = new EnumMap<>(Section.class);
    all.putAll(rows);
    all.put(Section.SHIPMENTS, check.rows());
    List<Violation> found = new ArrayList<>(violations);
    found.addAll(check.violations());
    check.rows().stream()
        .filter(row -> !row.isAsExpected())
        .forEach(row -> found.add(miscount(Section.SHIPMENTS, row)));
    return new Report(all, allowedRepeats, List.copyOf(found));
  }

  /** Returns whether all is as the guarantee promises. */
  public boolean isGood() {
    return violations.isEmpty();
  }

  private static List<Row> rows(Evidence evidence, Findings findings, Section section) {
    return switch (section) {
      case ORDERS -> new EventRows(evidence, findings, DemoQueue.ORDERS).all();
      case PAYMENTS -> new EventRows(evidence, findings, DemoQueue.PAYMENTS).all();
      case FULFILMENT -> new SagaRows(evidence, findings).all();
      case RECEIPTS -> new EventRows(evidence, findings, DemoQueue.RECEIPTS).all();
      case LEDGER -> new EventRows(evidence, findings, DemoQueue.LEDGER).all();
      // Another stack's, with an evidence of its own.
      case SHIPMENTS -> List.of();
      case REQUESTS -> new RequestRows(evidence, findings).all();
    };
  }

  private static Violation miscount(Section section, Row row) {
    return new Violation(
        Breach.MISCOUNT,
        section,
        row.label().strip(),
        String.format(Locale.ROOT, "expected %s, found %,d", row.expected(), row.actual()));
  }
}
