package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.local.demo.check.Tables.AccountRow;
import dev.effectivelyonce.local.demo.plan.DemoQueue;
import dev.effectivelyonce.local.demo.plan.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How often each payment was applied. The account counts every run and the ledger keeps the count
 * at each payment's last one, so the distance between neighbours in the ledger is the number of
 * runs of the later one. Balances are then calculated again from that.
 */
final class AccountRuns {
  private final Evidence evidence;

  AccountRuns(Evidence evidence) {
    this.evidence = evidence;
  }

  Repeats repeats() {
    Map<String, List<Event>> byAccount =
        evidence.plan().events(DemoQueue.PAYMENTS).stream()
            .collect(Collectors.groupingBy(Event::accountId));
    Repeats repeats = Repeats.none();
    evidence
        .plan()
        .openingCents()
        .forEach(
            (account, openingCents) -> {
              List<Event> events = byAccount.getOrDefault(account, List.of());
              audit(account, openingCents, new AccountLedger(evidence, events), repeats);
            });
    return repeats;
  }

  private void audit(String account, long openingCents, AccountLedger ledger, Repeats repeats) {
    AccountRow row = evidence.tables().accounts().get(account);
    if (row == null) {
      repeats
          .violations()
          .add(new Violation(Breach.UNBALANCED, DemoQueue.PAYMENTS, account, "its row is missing"));
      return;
    }
    Unbooked unbooked = ledger.unbooked();
    int unbookedRuns = unbooked.mostRuns();
    int explainedRuns = 0;
    long explainedCents = 0;
    List<Unbooked.Candidate> taken = new ArrayList<>();
    for (AccountLedger.Booking booking : ledger.bookings()) {
      int repeated = Math.clamp(ledger.repeatsPossible(booking), 0, Math.max(0, booking.extra()));
      int rest = Math.max(0, booking.extra() - repeated);
      if (rest <= unbookedRuns) {
        unbookedRuns -= rest;
        rest = 0;
      }
      note(booking, repeated, rest, repeats);
      taken.add(new Unbooked.Candidate(booking.amountCents(), repeated));
      explainedRuns += 1 + repeated + rest;
      explainedCents += (1 + repeated + rest) * booking.amountCents();
    }
    int runs = row.paymentsApplied() - explainedRuns;
    long cents = openingCents - row.balanceCents() - explainedCents;
    if (!unbooked.explains(runs, cents, taken)) {
      repeats.violations().add(unbalanced(account, row, runs, cents));
    }
  }

  private void note(AccountLedger.Booking booking, int repeated, int rest, Repeats repeats) {
    Event event = booking.event();
    if (repeated > 0) {
      repeats.allowed().put(event.id(), repeated);
    }
    if (rest > 0) {
      repeats.forbidden().put(event.id(), rest);
      boolean hadDeaths = evidence.repeatsAllowed(event) >= repeated + rest;
      repeats
          .violations()
          .add(
              new Violation(
                  hadDeaths ? Breach.TOO_MANY_RUNS : Breach.DOUBLE_EFFECT,
                  DemoQueue.PAYMENTS,
                  event.id().key(),
                  "account %s was lowered %d times up to it since the payment before it; %s"
                      .formatted(event.accountId(), booking.extra() + 1, cause(event))));
    }
  }

  private String cause(Event event) {
    return "deaths in its way: %d; record: %s"
        .formatted(
            evidence.deaths(event), evidence.record(event).map(Object::toString).orElse("none"));
  }

  private static Violation unbalanced(String account, AccountRow row, int runs, long cents) {
    return new Violation(
        Breach.UNBALANCED,
        DemoQueue.PAYMENTS,
        account,
        "%s: the ledger does not explain %d runs and %d cents of that".formatted(row, runs, cents));
  }
}
