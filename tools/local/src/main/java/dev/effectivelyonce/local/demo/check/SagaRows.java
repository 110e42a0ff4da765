package dev.effectivelyonce.local.demo.check;

import static dev.effectivelyonce.local.demo.check.QueueCounts.fate;

import dev.effectivelyonce.gateway.Entry;
import dev.effectivelyonce.local.demo.plan.DemoQueue;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.Kind;
import dev.effectivelyonce.local.demo.plan.Kind.Fate;
import java.util.List;
import java.util.function.Predicate;

/** The rows of orders to fulfil: how the sagas ended, beside the gateway's own ledger. */
final class SagaRows extends QueueRows {
  /**
   * The orders of a thousand that may use up their receives at the gateway, without faults in the
   * store.
   */
  private static final int STOPPED_PER_MILLE = 20;

  private final long applied = counts.events(fate(Fate.APPLIED));
  private final long refused = counts.events(fate(Fate.FAILED));
  private final long unfinished = counts.events(event -> !end(event).isOver());

  SagaRows(Evidence evidence, Findings findings) {
    super(evidence, findings, DemoQueue.FULFILMENT);
  }

  @Override
  void addEvents() {
    Predicate<Event> shipped = ended(SagaEnd.SHIPPED);
    long copies = counts.copies(shipped);
    List<Event> sentOn = evidence.plan().sentOn();
    rows.row(
            "  duplicates skipped",
            Range.between(copies - counts.givenUp(shipped), copies),
            counts.skipped(),
            "copies sent of what is shipped")
        .row(
            "Sent on by orders",
            sentOn.stream().filter(evidence::isSentOnByADoneOrder).count(),
            sentOn.stream().filter(event -> evidence.record(event).isPresent()).count(),
            "through the outbox, one for each that is done");
    addEnds();
    addLedger();
  }

  private void addEnds() {
    boolean reruns = evidence.rules().allowsRepeats();
    Range mayStop = Range.between(0, mayStop());
    rows.row(
            "Shipped",
            Range.between(applied - unfinished, applied),
            counts.events(ended(SagaEnd.SHIPPED)),
            "none refuses")
        .row(
            "Went back",
            unfinishedAround(refused),
            counts.events(ended(SagaEnd.WENT_BACK)),
            "declined, sold out, recalled")
        .row(
            "Held",
            reruns ? mayStop : Range.between(0, applied + refused),
            counts.events(ended(SagaEnd.HELD)),
            "policy " + evidence.rules().policy())
        .row(
            "Stopped half way",
            mayStop,
            counts.events(this::isStopped),
            "dead-lettered; a replay goes on");
  }

  /** Under faults, what met one, or may have: what is sent on is not followed. */
  private long mayStop() {
    return evidence.isDisturbed()
        ? counts.events(event -> evidence.died(event) || evidence.runnable(event).isEmpty())
        : Math.max(1, (applied + refused) * STOPPED_PER_MILLE / 1000);
  }

  private void addLedger() {
    List<Entry> ledger = evidence.tables().fulfilled().ledger();
    long charges = ledger.stream().filter(it -> it.kind() == Entry.Kind.CHARGE).count();
    long refunds = ledger.size() - charges;
    long kept = counts.events(ended(SagaEnd.SHIPPED)) + refunds;
    Predicate<Event> recalled =
        event -> event.kind() == Kind.RECALLED || event.kind() == Kind.CRASH_IN_REFUND;
    rows.row(
            "Charges in the gateway's ledger",
            Range.between(kept, kept + unfinished),
            charges,
            "shipped + refunded")
        .row(
            "Refunds in the gateway's ledger",
            unfinishedAround(counts.events(recalled)),
            refunds,
            "recalled after the charge");
  }

  private Range unfinishedAround(long planned) {
    return Range.between(planned - unfinished, planned + unfinished);
  }

  @Override
  Range deadLetteredEvents(Cause cause) {
    return switch (cause) {
      case WENT_BACK -> {
        // Those that are refused, without those that are not over.
        Predicate<Event> isRefused = fate(Fate.FAILED);
        long most = counts.messages(isRefused);
        long notOver = counts.messages(isRefused.and(event -> !end(event).isOver()));
        yield Range.between(most - notOver, most);
      }
      case HELD -> Range.exactly(counts.messages(ended(SagaEnd.HELD)));
      case STOPPED -> Range.exactly(counts.messages(this::isStopped));
      case WORN_OUT -> {
        long shipped = counts.messages(ended(SagaEnd.SHIPPED));
        yield Range.between(0, evidence.isDisturbed() ? shipped : 0);
      }
      default -> Range.exactly(0);
    };
  }

  @Override
  void addPromises() {
    String ledger = "by the gateway's ledger";
    rows.never("Shipped, not charged exactly once", Breach.NOT_PAID_ONCE, ledger)
        .never("Went back, not given back once", Breach.NOT_GIVEN_BACK, ledger)
        .never("Held or stopped, charged again", Breach.MISCHARGED, ledger)
        .never("Done and not sent on, or the reverse", Breach.NOT_SENT_ON, "committed together")
        .never("Reservations out of step", Breach.MISRESERVED, "shipped or released")
        .never("Shipments out of step", Breach.MISSHIPPED, "one for each that is shipped")
        .never("Articles out of step", Breach.STOCK_OFF, "stock and reservations")
        .never("Completions overwritten", Breach.OVERWRITTEN, "")
        .never("Lost", Breach.LOST, "");
  }

  private SagaEnd end(Event event) {
    return SagaEnd.of(evidence.record(event));
  }

  private Predicate<Event> ended(SagaEnd wanted) {
    return event -> end(event) == wanted;
  }

  private boolean isStopped(Event event) {
    return end(event) == SagaEnd.STOPPED || end(event) == SagaEnd.NOT_BEGUN;
  }
}
