package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.local.demo.plan.PlannedShipment;
import dev.effectivelyonce.local.demo.plan.ShipmentPlan;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Whether each parcel is listed once, in order, whatever came twice, died, moved or was rewound.
 */
record ShipmentCheck(Shipped shipped, Findings found) {
  void check() {
    Map<String, List<String>> due = shipped.plan().lists();
    Set<String> orders = new TreeSet<>(due.keySet());
    orders.addAll(shipped.parcels().keySet());
    orders.forEach(
        order ->
            checkList(
                order,
                due.getOrDefault(order, List.of()),
                shipped.parcels().getOrDefault(order, List.of())));
    for (int number = 0; number < shipped.plan().records().size(); number++) {
      checkParked(number, shipped.plan().records().get(number));
    }
    List<String> strangers = shipped.strangers();
    addIf(!strangers.isEmpty(), "parked", "parked, and nobody sent it: " + strangers);
    List<String> changed = shipped.changed();
    addIf(!changed.isEmpty(), "the rewind", "double effect: it changed " + changed);
    boolean isParkedAgain = shipped.parkedAgain().equals(shipped.parked());
    addIf(!isParkedAgain, "the rewind", "it parked otherwise: " + shipped.parkedAgain());
    shipped.left().forEach(left -> addIf(true, Verdict.INCONCLUSIVE, "not waited for", left));
    found.addIf(
        shipped.deaths() == 0,
        ifSettled(),
        Promise.FAULTS_REAL,
        "shipments",
        "no process died, and some were to");
  }

  private void checkList(String order, List<String> due, List<String> listed) {
    if (listed.equals(due)) {
      return;
    }
    Stream.concat(due.stream(), listed.stream())
        .distinct()
        .forEach(
            parcel -> {
              int times = Collections.frequency(listed, parcel);
              String list = "%s lists it %s times".formatted(order, times);
              addIf(!due.contains(parcel), parcel, "it must not be listed: " + list);
              addIf(times == 0, ifSettled(), parcel, "lost: " + list);
              addIf(times > 1, parcel, "double effect: " + list);
            });
    List<String> planned = listed.stream().distinct().filter(due::contains).toList();
    addIf(
        !planned.equals(due.stream().filter(planned::contains).toList()),
        order,
        "out of order: its list is %s, sent were %s".formatted(listed, due));
  }

  private void checkParked(int number, PlannedShipment record) {
    boolean isParked = shipped.parked().contains(number);
    boolean mustBe = record.kind().isParked();
    String what = "record %s (%s)".formatted(number, record.kind());
    // Each that dies uses up an attempt of its whole batch: on a slow machine more do than planned.
    boolean isAsPlanned = shipped.deaths() <= ShipmentPlan.DEADLY.size();
    addIf(
        isParked && !mustBe,
        Verdict.brokenIf(isAsPlanned),
        record.shipmentId(),
        "parked without a cause: " + what);
    addIf(!isParked && mustBe, ifSettled(), record.shipmentId(), "lost: not parked: " + what);
  }

  /** What the group has not come to may still be done. */
  private Verdict ifSettled() {
    return Verdict.brokenIf(shipped.left().isEmpty());
  }

  private void addIf(boolean isBroken, String subject, String what) {
    addIf(isBroken, Verdict.VIOLATED, subject, what);
  }

  private void addIf(boolean isBroken, Verdict verdict, String subject, String what) {
    found.addIf(isBroken, verdict, Promise.TOPIC_ONCE, subject, what);
  }
}
