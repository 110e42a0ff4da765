package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.local.demo.plan.PlannedShipment;
import dev.effectivelyonce.local.demo.plan.ShipmentKind;
import dev.effectivelyonce.local.demo.plan.ShipmentPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Whether each parcel is listed once, in order, whatever came twice, died, moved or was rewound.
 */
final class ShipmentCheck {
  private final ShipmentPlan plan;
  private final Shipped shipped;
  private final List<Violation> violations = new ArrayList<>();

  ShipmentCheck(ShipmentPlan plan, Shipped shipped) {
    this.plan = plan;
    this.shipped = shipped;
    plan.lists().forEach(this::checkList);
    shipped.parcels().forEach(this::checkStrangers);
    checkParked();
    shipped.changed().forEach(row -> add(Breach.DOUBLE_EFFECT, row, "the rewind changed it"));
  }

  List<Violation> violations() {
    return List.copyOf(violations);
  }

  private void checkList(String order, List<String> expected) {
    List<String> listed = listed(order);
    for (String parcel : expected) {
      int times = Collections.frequency(listed, parcel);
      if (times == 0) {
        add(Breach.LOST, parcel, "it is not in the list of " + order);
      } else if (times > 1) {
        add(Breach.DOUBLE_EFFECT, parcel, "%s lists it %s times".formatted(order, times));
      }
    }
    List<String> planned = listed.stream().distinct().filter(expected::contains).toList();
    if (!planned.equals(expected.stream().filter(planned::contains).toList())) {
      add(Breach.OUT_OF_ORDER, order, "its list is %s, sent were %s".formatted(listed, expected));
    }
  }

  private void checkStrangers(String order, List<String> listed) {
    List<String> expected = plan.lists().getOrDefault(order, List.of());
    listed.stream()
        .filter(parcel -> !expected.contains(parcel))
        .forEach(parcel -> add(Breach.UNEXPECTED_EFFECT, parcel, order + " must not list it"));
  }

  private void checkParked() {
    for (int number = 0; number < plan.records().size(); number++) {
      PlannedShipment record = plan.records().get(number);
      boolean isParked = shipped.parked().contains(number);
      boolean mustBe = record.kind().parkedFor().isPresent();
      if (isParked && !mustBe) {
        add(Breach.STRAY_DEAD_LETTER, record.shipmentId(), "record " + number + " is parked");
      } else if (!isParked && mustBe) {
        add(Breach.LOST, record.shipmentId(), "record " + number + " is not parked");
      }
    }
    shipped
        .strangers()
        .forEach(body -> add(Breach.STRAY_DEAD_LETTER, "a stranger", "parked: " + body));
  }

  private List<String> listed(String order) {
    return shipped.parcels().getOrDefault(order, List.of());
  }

  private void add(Breach breach, String subject, String evidence) {
    violations.add(new Violation(breach, Section.SHIPMENTS, subject, evidence));
  }

  List<Row> rows() {
    List<String> expected = plan.lists().values().stream().flatMap(List::stream).toList();
    List<String> listed =
        plan.lists().keySet().stream().flatMap(order -> listed(order).stream()).toList();
    Set<String> distinct = new HashSet<>(listed);
    distinct.retainAll(expected);
    long once = distinct.stream().filter(it -> Collections.frequency(listed, it) == 1).count();
    long sent = plan.records().size();
    long parked = shipped.parked().size();
    List<Row> rows = new ArrayList<>();
    rows.add(row("Records sent", sent, shipped.first().committed(), "committed by the group"));
    rows.add(
        row(
            "  duplicates skipped",
            plan.count(ShipmentKind.COPY),
            shipped.first().committed() - distinct.size() - parked,
            "copies sent"));
    rows.add(row("Listed", expected.size(), distinct.size(), "parcels that none refuses"));
    rows.add(row("  exactly once", expected.size(), once, "each of them"));
    rows.addAll(parkedRows());
    rows.add(never("Double effects", Breach.DOUBLE_EFFECT, "written with the completion"));
    rows.add(never("Out of order", Breach.OUT_OF_ORDER, "by the list of each order"));
    rows.add(never("Lost", Breach.LOST, ""));
    rows.add(atEnd("Partitions at their end", shipped.first()));
    rows.add(new Row("Processes died", Range.atLeast(1), shipped.deaths(), "crashed, timed out"));
    rows.add(row("Read again", sent, shipped.rewound().committed(), "rewound to the beginning"));
    rows.add(row("  run again", 0, shipped.changed().size(), "rows and records that changed"));
    rows.add(row("  parked again", parked, shipped.parkedAgain().size(), "from the same places"));
    rows.add(atEnd("  partitions at their end", shipped.rewound()));
    return List.copyOf(rows);
  }

  private List<Row> parkedRows() {
    List<ShipmentKind> causes =
        Arrays.stream(ShipmentKind.values()).filter(it -> it.parkedFor().isPresent()).toList();
    long expected = causes.stream().mapToLong(plan::count).sum();
    long found = (long) shipped.parked().size() + shipped.strangers().size();
    Stream<Row> byCause =
        causes.stream()
            .map(it -> row("  " + it.parkedFor().orElseThrow(), plan.count(it), parked(it), ""));
    return Stream.of(
            Stream.of(row("Parked", expected, found, "by cause:")),
            byCause,
            Stream.of(never("  without cause", Breach.STRAY_DEAD_LETTER, "")))
        .flatMap(it -> it)
        .toList();
  }

  private long parked(ShipmentKind kind) {
    return shipped.parked().stream()
        .filter(number -> plan.records().get(number).kind() == kind)
        .count();
  }

  private Row never(String label, Breach breach, String why) {
    return row(label, 0, violations.stream().filter(it -> it.breach() == breach).count(), why);
  }

  private static Row atEnd(String label, Shipped.Place place) {
    return row(label, place.partitions(), place.atEnd(), "by the group's offsets");
  }

  private static Row row(String label, long expected, long actual, String why) {
    return new Row(label, Range.exactly(expected), actual, why);
  }
}
