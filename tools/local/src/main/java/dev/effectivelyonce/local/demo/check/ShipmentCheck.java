package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.local.demo.plan.PlannedShipment;
import dev.effectivelyonce.local.demo.plan.ShipmentKind;
import dev.effectivelyonce.local.demo.plan.ShipmentPlan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

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
    checkPlaces();
    shipped.changed().forEach(row -> add(row, "double effect: the rewind changed it"));
  }

  List<Violation> violations() {
    return List.copyOf(violations);
  }

  private void checkList(String order, List<String> expected) {
    List<String> listed = listed(order);
    for (String parcel : expected) {
      int times = Collections.frequency(listed, parcel);
      if (times == 0) {
        add(parcel, "lost: it is not in the list of " + order);
      } else if (times > 1) {
        add(parcel, "double effect: %s lists it %s times".formatted(order, times));
      }
    }
    List<String> planned = listed.stream().distinct().filter(expected::contains).toList();
    if (!planned.equals(expected.stream().filter(planned::contains).toList())) {
      add(order, "out of order: its list is %s, sent were %s".formatted(listed, expected));
    }
  }

  private void checkStrangers(String order, List<String> listed) {
    List<String> expected = plan.lists().getOrDefault(order, List.of());
    listed.stream()
        .filter(parcel -> !expected.contains(parcel))
        .forEach(parcel -> add(parcel, order + " must not list it"));
  }

  private void checkParked() {
    for (int number = 0; number < plan.records().size(); number++) {
      PlannedShipment record = plan.records().get(number);
      boolean isParked = shipped.parked().contains(number);
      boolean mustBe = record.kind().isParked();
      if (isParked && !mustBe) {
        add(record.shipmentId(), "record " + number + " is parked without a cause");
      } else if (!isParked && mustBe) {
        add(record.shipmentId(), "lost: record " + number + " is not parked");
      }
    }
    shipped.strangers().forEach(body -> add("a stranger", "parked: " + body));
  }

  private List<String> listed(String order) {
    return shipped.parcels().getOrDefault(order, List.of());
  }

  private void checkPlaces() {
    long sent = plan.records().size();
    for (Shipped.Place place : List.of(shipped.first(), shipped.rewound())) {
      if (place.atEnd() != place.partitions() || place.committed() != sent) {
        add("the group", "it stands at %s, and should be behind %s records".formatted(place, sent));
      }
    }
    if (!shipped.parkedAgain().equals(shipped.parked())) {
      add("parked", "parked again by the rewind: %s".formatted(shipped.parkedAgain()));
    }
    if (shipped.deaths() == 0) {
      add("processes", "none died, and some were to");
    }
  }

  Report.Line line() {
    long expected = plan.lists().values().stream().mapToLong(List::size).sum();
    long listed =
        plan.lists().entrySet().stream()
            .mapToLong(
                list -> list.getValue().stream().filter(listed(list.getKey())::contains).count())
            .sum();
    return new Report.Line(
        Section.SHIPMENTS,
        expected + plan.count(ShipmentKind.PERMANENT),
        plan.records().size(),
        listed,
        plan.count(ShipmentKind.PERMANENT),
        0,
        0,
        0,
        0,
        shipped.parked().size());
  }

  private void add(String subject, String what) {
    violations.add(new Violation(Section.SHIPMENTS, subject, what));
  }
}
