package dev.effectivelyonce.local.demo.check;

import static dev.effectivelyonce.local.demo.check.Verdict.VIOLATED;

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
    Stream.concat(due.keySet().stream(), listed.keySet().stream())
        .distinct()
        .forEach(
            it ->
                checkList(it, due.getOrDefault(it, List.of()), listed.getOrDefault(it, List.of())));
    shipped.plan().messages().forEach(this::checkParked);
    shipped.strangers().forEach(it -> addIf(true, VIOLATED, "parked", "nobody sent it: " + it));
    shipped.changed().forEach(it -> addIf(true, VIOLATED, "the rewind", "it changed " + it));
    boolean isParkedAgain = shipped.parkedAgain().equals(shipped.parked());
    addIf(!isParkedAgain, VIOLATED, "the rewind", "parked otherwise: " + shipped.parkedAgain());
    shipped.left().forEach(left -> addIf(true, Verdict.INCONCLUSIVE, "not waited for", left));
    String what = "no process died, and some were to";
    found.addIf(shipped.deaths() == 0, ifSettled(), Promise.FAULTS_REAL, "shipments", what);
  }

  private void checkList(String order, List<String> due, List<String> listed) {
    Set<String> all = new TreeSet<>(due);
    all.addAll(listed);
    for (String parcel : all) {
      int times = Collections.frequency(listed, parcel);
      String list = "%s lists it %s times".formatted(order, times);
      addIf(!due.contains(parcel), VIOLATED, parcel, "it must not be listed: " + list);
      addIf(times == 0, ifSettled(), parcel, "lost: " + list);
      addIf(times > 1, VIOLATED, parcel, "double effect: " + list);
    }
    List<String> planned = listed.stream().distinct().filter(due::contains).toList();
    boolean isInOrder = planned.equals(due.stream().filter(planned::contains).toList());
    String what = "out of order: its list is %s, sent were %s".formatted(listed, due);
    addIf(!isInOrder, VIOLATED, order, what);
  }

  private void checkParked(PlannedMessage record) {
    boolean isParked = shipped.parked().contains(record.number());
    boolean mustBe = shipped.plan().isParked(record);
    // Each that dies uses up an attempt of its whole batch: on a slow machine more do than planned.
    long deadly =
        shipped.plan().events().stream()
            .filter(event -> event.kind().fault() == Kind.Fault.DEADLY)
            .count();
    Verdict ifAsPlanned = Verdict.brokenIf(shipped.deaths() <= deadly);
    addIf(isParked && !mustBe, ifAsPlanned, record.toString(), "parked without a cause");
    addIf(!isParked && mustBe, ifSettled(), record.toString(), "lost: not parked");
  }

  /** What the group has not come to may still be done. */
  private Verdict ifSettled() {
    return Verdict.brokenIf(shipped.left().isEmpty());
  }

  private void addIf(boolean isBroken, Verdict verdict, String subject, String what) {
    found.addIf(isBroken, verdict, Promise.TOPIC_ONCE, subject, what);
  }
}
