package dev.effectivelyonce.local.demo.check;

import static dev.effectivelyonce.local.demo.check.Promise.COMMITTED_ONCE;

import dev.effectivelyonce.local.demo.check.Tables.AccountRow;
import dev.effectivelyonce.local.demo.check.Tables.Book;
import dev.effectivelyonce.local.demo.check.Tables.LedgerRow;
import dev.effectivelyonce.local.demo.check.Tables.Transfer;
import dev.effectivelyonce.local.demo.plan.DemoConsumer;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.PlannedMessage;
import dev.effectivelyonce.local.demo.plan.Planner;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Whether accounts, ledger and records agree, in DynamoDB and in PostgreSQL. All of a payment is
 * one transaction with its completion: no death and no fault excuses a part without the rest.
 */
record MoneyCheck(Evidence run, Findings found) {
  void check() {
    checkAccounts();
    run.plan().events(DemoConsumer.PAYMENTS).stream()
        .filter(run::hasEffect)
        .collect(Collectors.groupingBy(Event::account))
        .values()
        .forEach(this::checkOrder);
    List<Event> transfers = run.plan().events(DemoConsumer.LEDGER);
    if (!transfers.isEmpty()) {
      transfers.forEach(this::checkTransfer);
      checkBalances();
    }
  }

  private void checkAccounts() {
    Map<String, List<LedgerRow>> ledgers =
        run.tables().ledger().entrySet().stream()
            .collect(
                Collectors.groupingBy(
                    row -> row.getKey().accountId(),
                    Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
    Stream.of(
            run.plan().openingCents().keySet(), run.tables().accounts().keySet(), ledgers.keySet())
        .flatMap(Set::stream)
        .distinct()
        .sorted()
        .forEach(account -> checkAccount(account, ledgers.getOrDefault(account, List.of())));
  }

  /** Each booking lowers the account and adds a row with the next number. */
  private void checkAccount(String account, List<LedgerRow> ledger) {
    AccountRow row = run.tables().accounts().get(account);
    long paidCents = ledger.stream().mapToLong(LedgerRow::amountCents).sum();
    long openingCents = run.plan().openingCents().getOrDefault(account, 0L);
    AccountRow due = new AccountRow(openingCents - paidCents, ledger.size());
    List<Integer> numbers = ledger.stream().map(LedgerRow::sequence).sorted().toList();
    boolean hasAll = numbers.equals(IntStream.rangeClosed(1, ledger.size()).boxed().toList());
    found.addIf(
        !due.equals(row) || !hasAll,
        COMMITTED_ONCE,
        account,
        "its row is %s, and its ledger makes it %s with the numbers %s"
            .formatted(row == null ? "missing" : row, due, numbers));
  }

  /** The payments of an account are one message group. */
  private void checkOrder(List<Event> events) {
    int latest = -1;
    for (Event event : events.stream().sorted(Comparator.comparingInt(this::sequence)).toList()) {
      List<Integer> sent = sent(event);
      found.addIf(
          !sent.isEmpty() && sent.getLast() < latest,
          Promise.IN_ORDER,
          event.id(),
          "out of order: sent as message %s, applied as number %s of %s, after message %s"
              .formatted(sent, sequence(event), event.account(), latest));
      latest = sent.isEmpty() ? latest : Math.max(latest, sent.getFirst());
    }
  }

  private int sequence(Event event) {
    return run.ledgerRow(event).orElseThrow().sequence();
  }

  /**
   * The messages by which the payment may have been applied. It is the first that was not
   * dead-lettered. It may also be one that was, where it was not deleted in time: its process died,
   * the machine was slow, or faults were injected. Where all were, another payload may have come.
   */
  private List<Integer> sent(Event event) {
    List<Integer> sent = new ArrayList<>();
    for (PlannedMessage message : run.messages(event)) {
      boolean isDead = run.isDead(message);
      if (!isDead
          || run.wasInterrupted(event, message)
          || run.wasSlow(event)
          || run.isAcknowledged(message)) {
        sent.add(message.number());
      }
      if (!isDead) {
        return sent;
      }
    }
    run.plan().messages().stream()
        .filter(it -> it.event().equals(Optional.of(event.id())) && !it.isRunnable())
        .filter(run::isAcknowledged)
        .forEach(it -> sent.add(it.number()));
    return sent;
  }

  private void checkTransfer(Event event) {
    Book book = run.tables().book();
    Transfer transfer = book.transfers().get(event.key());
    if (transfer == null) {
      return;
    }
    Map<String, Long> due =
        Map.of(event.account(), -event.amountCents(), event.toAccount(), event.amountCents());
    found.addIf(
        !transfer.sides().equals(due),
        COMMITTED_ONCE,
        event.id(),
        "its entries are %s, and should be %s".formatted(transfer.sides(), due));
    Long told = book.numbers().get(event.key());
    found.addIf(
        run.isCompleted(event) && !Objects.equals(told, transfer.number()),
        COMMITTED_ONCE,
        event.id(),
        "copies get the number %s, and its row has %s".formatted(told, transfer.number()));
  }

  private void checkBalances() {
    Book book = run.tables().book();
    Map<String, Long> due = new TreeMap<>(Planner.openingBook());
    book.transfers().values().stream()
        .flatMap(transfer -> transfer.sides().entrySet().stream())
        .forEach(side -> due.merge(side.getKey(), side.getValue(), Long::sum));
    due.forEach(
        (account, cents) -> {
          Long balance = book.balances().get(account);
          String what =
              "its balance is %s, and opening and entries leave %s".formatted(balance, cents);
          found.addIf(!cents.equals(balance), COMMITTED_ONCE, account, what);
        });
  }
}
