package dev.effectivelyonce.local.demo.check;

import static dev.effectivelyonce.local.demo.check.Census.fate;

import dev.effectivelyonce.gateway.Entry;
import dev.effectivelyonce.local.demo.plan.DemoQueue;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.Kind;
import dev.effectivelyonce.local.demo.plan.Kind.Fate;
import java.util.List;
import java.util.Map;

/** The lines about orders to fulfil: how the sagas ended, beside the gateway's own ledger. */
final class FulfilmentReport {
  /**
   * Without faults in the store, so many of a thousand may use up their receives at the gateway.
   */
  private static final int STOPPED_PER_MILLE = 20;

  private final Evidence evidence;
  private final Census census;
  private final SectionLines lines;

  FulfilmentReport(Evidence evidence, Findings findings) {
    this.evidence = evidence;
    this.lines = new SectionLines(Section.FULFILMENT, findings);
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
    return lines.all();
  }

  private void addMessages() {
    lines.exactly(
        "Messages sent",
        census.sent(message -> true),
        census.accounted(),
        "acknowledged + dead-lettered");
    lines.shown("  duplicates skipped", census.skipped(), "copies sent");
    List<Event> sentOn = evidence.plan().sentOn();
    lines.exactly(
        "Sent on by orders",
        sentOn.stream().filter(evidence::isSentOnByADoneOrder).count(),
        sentOn.stream().filter(event -> evidence.record(event).isPresent()).count(),
        "through the outbox, one for each that is done");
  }

  private void addEnds() {
    long applied = census.events(fate(Fate.APPLIED));
    long refused = census.events(fate(Fate.FAILED));
    long unfinished = census.events(event -> !end(event).isOver());
    lines.between("Shipped", applied - unfinished, applied, ended(SagaEnd.SHIPPED), "none refuses");
    lines.between(
        "Went back",
        refused - unfinished,
        refused + unfinished,
        ended(SagaEnd.WENT_BACK),
        "declined, sold out, recalled");
    lines.shown("Held", ended(SagaEnd.HELD), "policy " + evidence.rules().policy());
    long stopped = ended(SagaEnd.STOPPED) + ended(SagaEnd.NOT_BEGUN);
    String basis = "dead-lettered; a replay goes on";
    if (census.isDisturbed()) {
      lines.shown("Stopped half way", stopped, basis);
    } else {
      long most = Math.max(1, (applied + refused) * STOPPED_PER_MILLE / 1000);
      lines.between("Stopped half way", 0, most, stopped, basis);
    }
  }

  private void addLedger() {
    List<Entry> ledger = evidence.tables().fulfilled().ledger();
    long charges = ledger.stream().filter(it -> it.kind() == Entry.Kind.CHARGE).count();
    long refunds = ledger.size() - charges;
    long unfinished = census.events(event -> !end(event).isOver());
    long kept = ended(SagaEnd.SHIPPED) + refunds;
    lines.between(
        "Charges in the gateway's ledger", kept, kept + unfinished, charges, "shipped + refunded");
    long recalled =
        census.events(
            event -> event.kind() == Kind.RECALLED || event.kind() == Kind.CRASH_IN_REFUND);
    lines.between(
        "Refunds in the gateway's ledger",
        recalled - unfinished,
        recalled + unfinished,
        refunds,
        "recalled after the charge");
  }

  private void addDeadLetters() {
    Map<Cause, Long> counts = new DeadLetters(evidence).counts(DemoQueue.FULFILMENT);
    long total = counts.values().stream().mapToLong(Long::longValue).sum();
    lines.shown("Dead-lettered", total, "by cause:");
    for (Cause cause : Cause.values()) {
      long count = counts.getOrDefault(cause, 0L);
      if (cause == Cause.NONE) {
        lines.exactly("  " + cause.label(), 0, count, "");
      } else {
        lines.shown("  " + cause.label(), count, "");
      }
    }
  }

  private void addPromises() {
    lines.promise(
        "Shipped, not charged exactly once", Breach.NOT_PAID_ONCE, "by the gateway's ledger");
    lines.promise(
        "Went back, not given back once", Breach.NOT_GIVEN_BACK, "by the gateway's ledger");
    lines.promise("Held or stopped, charged again", Breach.MISCHARGED, "by the gateway's ledger");
    lines.promise("Done and not sent on, or the reverse", Breach.NOT_SENT_ON, "committed together");
    lines.promise("Reservations out of step", Breach.MISRESERVED, "shipped or released");
    lines.promise("Shipments out of step", Breach.MISSHIPPED, "one for each that is shipped");
    lines.promise("Articles out of step", Breach.STOCK_OFF, "stock and reservations");
    lines.promise("Completions overwritten", Breach.OVERWRITTEN, "");
    lines.promise("Lost", Breach.LOST, "");
  }

  private SagaEnd end(Event event) {
    return SagaEnd.of(evidence.record(event));
  }

  private long ended(SagaEnd wanted) {
    return census.events(event -> end(event) == wanted);
  }
}
