package dev.effectivelyonce.local.demo.check;

import static dev.effectivelyonce.local.demo.check.Census.fate;

import dev.effectivelyonce.gateway.Entry;
import dev.effectivelyonce.local.demo.plan.DemoQueue;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.Kind;
import dev.effectivelyonce.local.demo.plan.Kind.Fate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The lines about orders to fulfil: how the sagas ended, beside the gateway's own ledger. */
final class FulfilmentReport {
  /**
   * Without faults in the store, so many of a thousand may use up their receives at the gateway.
   */
  private static final int STOPPED_PER_MILLE = 20;

  private final Evidence evidence;
  private final Findings findings;
  private final Census census;
  private final List<ReportLine> lines = new ArrayList<>();

  FulfilmentReport(Evidence evidence, Findings findings) {
    this.evidence = evidence;
    this.findings = findings;
    this.census = new Census(evidence, DemoQueue.FULFILMENT);
  }

  /** None where the plan has no such orders. */
  List<ReportLine> lines() {
    if (census.sent(message -> true) > 0) {
      addMessages();
      addEnds();
      addLedger();
      addDeadLetters();
      addPromises();
    }
    return List.copyOf(lines);
  }

  private void addMessages() {
    exactly(
        "Messages sent",
        census.sent(message -> true),
        census.accounted(),
        "acknowledged + dead-lettered");
    shown("  duplicates skipped", census.skipped(), "copies sent");
    List<Event> sentOn = evidence.plan().sentOn();
    exactly(
        "Sent on by orders",
        sentOn.stream().filter(evidence::isSentOnByADoneOrder).count(),
        sentOn.stream().filter(event -> evidence.record(event).isPresent()).count(),
        "through the outbox, one for each that is done");
  }

  private void addEnds() {
    long applied = census.events(fate(Fate.APPLIED));
    long refused = census.events(fate(Fate.FAILED));
    long unfinished = census.events(event -> !end(event).isOver());
    between("Shipped", applied - unfinished, applied, ended(SagaEnd.SHIPPED), "none refuses");
    between(
        "Went back",
        refused - unfinished,
        refused + unfinished,
        ended(SagaEnd.WENT_BACK),
        "declined, sold out, recalled");
    shown("Held", ended(SagaEnd.HELD), "policy " + evidence.rules().policy());
    long stopped = ended(SagaEnd.STOPPED) + ended(SagaEnd.NOT_BEGUN);
    String basis = "dead-lettered; a replay goes on";
    if (census.isDisturbed()) {
      shown("Stopped half way", stopped, basis);
    } else {
      long most = Math.max(1, (applied + refused) * STOPPED_PER_MILLE / 1000);
      between("Stopped half way", 0, most, stopped, basis);
    }
  }

  private void addLedger() {
    List<Entry> ledger = evidence.tables().fulfilled().ledger();
    long charges = ledger.stream().filter(it -> it.kind() == Entry.Kind.CHARGE).count();
    long refunds = ledger.size() - charges;
    long unfinished = census.events(event -> !end(event).isOver());
    long kept = ended(SagaEnd.SHIPPED) + refunds;
    between(
        "Charges in the gateway's ledger", kept, kept + unfinished, charges, "shipped + refunded");
    long recalled =
        census.events(
            event -> event.kind() == Kind.RECALLED || event.kind() == Kind.CRASH_IN_REFUND);
    between(
        "Refunds in the gateway's ledger",
        recalled - unfinished,
        recalled + unfinished,
        refunds,
        "recalled after the charge");
  }

  private void addDeadLetters() {
    Map<Cause, Long> counts = new DeadLetters(evidence).counts(DemoQueue.FULFILMENT);
    long total = counts.values().stream().mapToLong(Long::longValue).sum();
    shown("Dead-lettered", total, "by cause:");
    for (Cause cause : Cause.values()) {
      long count = counts.getOrDefault(cause, 0L);
      if (cause == Cause.NONE) {
        exactly("  " + cause.label(), 0, count, "");
      } else {
        shown("  " + cause.label(), count, "");
      }
    }
  }

  private void addPromises() {
    promise("Shipped, not charged exactly once", Breach.NOT_PAID_ONCE, "by the gateway's ledger");
    promise("Went back, not given back once", Breach.NOT_GIVEN_BACK, "by the gateway's ledger");
    promise("Held or stopped, charged again", Breach.MISCHARGED, "by the gateway's ledger");
    promise("Done and not sent on, or the reverse", Breach.NOT_SENT_ON, "committed together");
    promise("Reservations out of step", Breach.MISRESERVED, "shipped or released");
    promise("Shipments out of step", Breach.MISSHIPPED, "one for each that is shipped");
    promise("Articles out of step", Breach.STOCK_OFF, "stock and reservations");
    promise("Completions overwritten", Breach.OVERWRITTEN, "");
    promise("Lost", Breach.LOST, "");
  }

  private SagaEnd end(Event event) {
    return SagaEnd.of(evidence.record(event));
  }

  private long ended(SagaEnd wanted) {
    return census.events(event -> end(event) == wanted);
  }

  private void promise(String label, Breach breach, String basis) {
    exactly(label, 0, findings.count(breach, Section.FULFILMENT), basis);
  }

  private void exactly(String label, long count, long actual, String basis) {
    lines.add(new ReportLine(label, Range.exactly(count), actual, basis));
  }

  private void between(String label, long least, long most, long actual, String basis) {
    lines.add(new ReportLine(label, Range.between(least, most), actual, basis));
  }

  private void shown(String label, long actual, String basis) {
    lines.add(new ReportLine(label, Range.any(), actual, basis));
  }
}
