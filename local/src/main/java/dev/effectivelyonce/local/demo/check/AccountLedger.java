package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.local.demo.check.Tables.LedgerRow;
import dev.effectivelyonce.local.demo.check.Tables.RecordRow;
import dev.effectivelyonce.local.demo.plan.Event;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The ledger of one account, beside the payments that were sent for it. */
final class AccountLedger {
  /**
   * A payment in the ledger.
   *
   * @param extra how many runs more than one there were since the payment before it
   */
  record Booking(Event event, long amountCents, int sequence, int extra) {}

  private final Evidence evidence;
  private final List<Event> events;

  AccountLedger(Evidence evidence, List<Event> events) {
    this.evidence = evidence;
    this.events = events;
  }

  /** The payments that are in the ledger, in the order in which they were applied last. */
  List<Booking> bookings() {
    List<Event> applied =
        events.stream()
            .filter(evidence::hasEffect)
            .sorted(Comparator.comparingInt(event -> row(event).sequence()))
            .toList();
    List<Booking> bookings = new ArrayList<>();
    int before = 0;
    for (Event event : applied) {
      LedgerRow row = row(event);
      bookings.add(
          new Booking(event, row.amountCents(), row.sequence(), row.sequence() - before - 1));
      before = row.sequence();
    }
    return bookings;
  }

  /** How often a payment may have been applied again. */
  int repeatsPossible(Booking booking) {
    int attempts = evidence.record(booking.event()).map(RecordRow::attempt).orElse(1);
    return Math.min(evidence.repeatsAllowed(booking.event()), attempts - 1);
  }

  /**
   * The payments that may have been applied and are not in the ledger at that place: given up
   * there, their queue went on without them, though a copy of theirs may have come later.
   */
  Unbooked unbooked() {
    return new Unbooked(
        events.stream()
            .filter(event -> !evidence.hasEffect(event) || wasGivenUp(event))
            .map(event -> new Unbooked.Candidate(event.amountCents(), mostUnbookedRuns(event)))
            .filter(candidate -> candidate.mostRuns() > 0)
            .toList());
  }

  private boolean wasGivenUp(Event event) {
    return evidence.runnable(event).stream().anyMatch(evidence::isDead);
  }

  private int mostUnbookedRuns(Event event) {
    boolean completed =
        evidence.record(event).filter(row -> row.status() == Status.COMPLETED).isPresent();
    int lost = evidence.lostEnds(event);
    int mostRuns = evidence.rules().allowsRepeats() ? lost : Math.min(1, lost);
    return completed && !evidence.hasEffect(event) ? Math.max(1, mostRuns) : mostRuns;
  }

  private LedgerRow row(Event event) {
    return evidence.ledgerRow(event).orElseThrow();
  }
}
