package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.local.demo.check.Book.Entry;
import dev.effectivelyonce.local.demo.check.Book.Transfer;
import dev.effectivelyonce.local.demo.plan.DemoQueue;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.TransferContents;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whether balances, entries and records of PostgreSQL tell of the same transfers. All of a transfer
 * is one transaction with its completion: no death and no fault excuses a part without the rest.
 */
record BookCheck(Evidence evidence, Findings found) {
  void check() {
    List<Event> events = evidence.plan().events(DemoQueue.LEDGER);
    if (events.isEmpty()) {
      return;
    }
    events.forEach(this::checkEntries);
    events.stream().filter(evidence::isCompleted).forEach(this::checkNumber);
    checkBalances();
  }

  private Book book() {
    return evidence.tables().book();
  }

  private void checkEntries(Event event) {
    Transfer transfer = book().transfers().get(event.id().key());
    if (transfer == null) {
      return;
    }
    List<Entry> both =
        Stream.of(
                new Entry(event.accountId(), -event.amountCents()),
                new Entry(TransferContents.toAccount(event), event.amountCents()))
            .sorted(Comparator.comparing(Entry::account))
            .toList();
    found.addIf(
        !transfer.entries().equals(both),
        event,
        "its entries are %s, and should be %s".formatted(transfer.entries(), both));
  }

  private void checkNumber(Event event) {
    Transfer transfer = book().transfers().get(event.id().key());
    Long kept = book().numbers().get(event.id().key());
    found.addIf(
        transfer != null && !Objects.equals(kept, transfer.number()),
        event,
        "its record tells the number %s, and its row has another".formatted(kept));
  }

  private void checkBalances() {
    Map<String, Long> moved =
        book().transfers().values().stream()
            .flatMap(transfer -> transfer.entries().stream())
            .collect(
                Collectors.groupingBy(Entry::account, Collectors.summingLong(Entry::amountCents)));
    Map<String, Long> opening = TransferContents.openingCents();
    Stream.of(opening.keySet(), book().balances().keySet(), moved.keySet())
        .flatMap(Set::stream)
        .distinct()
        .sorted()
        .forEach(
            account -> {
              long due = opening.getOrDefault(account, 0L) + moved.getOrDefault(account, 0L);
              Long balance = book().balances().get(account);
              if (!Objects.equals(balance, due)) {
                found.add(
                    DemoQueue.LEDGER,
                    account,
                    "its balance is %s, and opening and entries leave %s".formatted(balance, due));
              }
            });
  }
}
