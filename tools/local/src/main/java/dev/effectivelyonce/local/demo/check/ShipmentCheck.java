package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.local.demo.plan.DemoConsumer;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.Kind;
import dev.effectivelyonce.local.demo.plan.PlannedMessage;
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
    Map<String, List<String>> listed = shipped.parcels();
    Set<String> orders = new TreeSet<>(due.keySet());
    orders.addAll(listed.keySet());
    orders.forEach(
        it -> checkList(it, due.getOrDefault(it, List.of()), listed.getOrDefault(it, List.of())));
    shipped.plan().messages().forEach(this::checkParked);
    shipped.strangers().forEach(it -> addIf(true, "parked", "parked, and nobody sent it: " + it));
    shipped.changed().forEach(it -> addIf(true, "the rewind", "double effect: it changed " + it));
    boolean isParkedAgain = shipped.parkedAgain().equals(shipped.parked());
    addIf(!isParkedAgain, "the rewind", "it parked otherwise: " + shipped.parkedAgain());
    shipped.left().forEach(left -> found.leaveOpen(Promise.TOPIC_ONCE, left));
    String what = "no process died, and some were to";
    found.addIf(shipped.deaths() == 0, ifSettled(), Promise.FAULTS_REAL, "shipments", what);
  }

  private void checkList(String order, List<String> due, List<String> listed) {
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
    boolean isInOrder = planned.equals(due.stream().filter(planned::contains).toList());
    String what = "out of order: its list is %s, sent were %s".formatted(listed, due);
    addIf(!isInOrder, order, what);
  }

  private void checkParked(PlannedMessage record) {
    boolean isParked = shipped.parked().contains(record.number());
    boolean mustBe = shipped.plan().isParked(record);
    String parcel = record.event().map(Event.Id::key).orElse("poison");
    String what = "record %s (%s)".formatted(record.number(), record.role());
    // Each that dies uses up an attempt of its whole batch: on a slow machine more do than planned.
    long deadly =
        shipped.plan().events(DemoConsumer.SHIPMENTS).stream()
            .filter(event -> event.kind().fault() == Kind.Fault.DEADLY)
            .count();
    Verdict ifAsPlanned = Verdict.brokenIf(shipped.deaths() <= deadly);
    addIf(isParked && !mustBe, ifAsPlanned, parcel, "parked without a cause: " + what);
    addIf(!isParked && mustBe, ifSettled(), parcel, "lost: not parked: " + what);
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
