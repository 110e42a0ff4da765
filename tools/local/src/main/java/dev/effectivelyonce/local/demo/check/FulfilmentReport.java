package dev.effectivelyonce.local.demo.check;

import static dev.effectivelyonce.local.demo.check.QueueCounts.fate;

import dev.effectivelyonce.gateway.Entry;
import dev.effectivelyonce.local.demo.plan.DemoQueue;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.Kind;
import dev.effectivelyonce.local.demo.plan.Kind.Fate;
import dev.effectivelyonce.local.demo.plan.PlannedMessage.Role;
import java.util.List;
import java.util.function.Predicate;

/** The lines about orders to fulfil: how the sagas ended, beside the gateway's own ledger. */
final class FulfilmentReport {
  /**
   * The orders of a thousand that may use up their receives at the gateway, without faults in the
   * store.
   */
  private static final int STOPPED_PER_MILLE = 20;

  private final Evidence evidence;
  private final QueueCounts census;
  private final SectionLines lines;

  FulfilmentReport(Evidence evidence, Findings findings) {
    this.evidence = evidence;
    this.lines = new SectionLines(Section.FULFILMENT, findings);
    this.census = new QueueCounts(evidence, DemoQueue.FULFILMENT);
  }

  /** Returns the lines; none if the plan has no such orders. */
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
    Predicate<Event> shipped = event -> end(event) == SagaEnd.SHIPPED;
    long copies = census.copies(shipped);
    lines.between(
        "  duplicates skipped",
        copies - census.givenUp(shipped),
        copies,
        census.skipped(),
        "copies sent of what is shipped");
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
    boolean isHolding = !evidence.rules().allowsRepeats();
    long mayBeHeld = isHolding ? applied + refused : mayStop(applied + refused);
    lines.between("Held", 0, mayBeHeld, ended(SagaEnd.HELD), "policy " + evidence.rules().policy());
    lines.between(
        "Stopped half way",
        0,
        mayStop(applied + refused),
        census.events(this::isStopped),
        "dead-lettered; a replay goes on");
  }

  /** Under faults, what met one, or may have: what is sent on is not followed. */
  private long mayStop(long all) {
    return census.isDisturbed()
        ? census.events(event -> census.died(event) || evidence.runnable(event).isEmpty())
        : Math.max(1, all * STOPPED_PER_MILLE / 1000);
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
    lines.deadLetters(new DeadLetters(evidence).counts(DemoQueue.FULFILMENT), this::expectedFor);
  }

  private Range expectedFor(Cause cause) {
    return switch (cause) {
      case NOT_JSON -> Range.exactly(census.sent(Role.NOT_JSON));
      case WRONG_TYPE -> Range.exactly(census.sent(Role.WRONG_TYPE));
      case MISSING_KEY -> Range.exactly(census.sent(Role.MISSING_KEY));
      case BLANK_KEY -> Range.exactly(census.sent(Role.BLANK_KEY));
      case KEY_REUSED -> Range.exactly(census.sent(Role.REUSED_KEY));
      case WENT_BACK -> wentBack();
      case HELD -> Range.exactly(census.messages(event -> end(event) == SagaEnd.HELD));
      case STOPPED -> Range.exactly(census.messages(this::isStopped));
      case WORN_OUT -> disturbed(census.messages(event -> end(event) == SagaEnd.SHIPPED));
      case NOT_DELETED -> disturbed(census.sent(message -> true));
      case GIVEN -> census.hasGiven() ? Range.any() : Range.exactly(0);
      case PERMANENT, OVER_BALANCE, NO_ACCOUNT, EXHAUSTED, NONE -> Range.exactly(0);
    };
  }

  /** Returns how many went back: those that are refused, without those that are not over. */
  private Range wentBack() {
    Predicate<Event> refused = fate(Fate.FAILED);
    long most = census.messages(refused);
    return Range.between(most - census.messages(refused.and(event -> !end(event).isOver())), most);
  }

  private boolean isStopped(Event event) {
    return end(event) == SagaEnd.STOPPED || end(event) == SagaEnd.NOT_BEGUN;
  }

  /** Returns the bounds of what only injected faults explain. */
  private Range disturbed(long most) {
    return census.isDisturbed() ? Range.between(0, most) : Range.exactly(0);
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
