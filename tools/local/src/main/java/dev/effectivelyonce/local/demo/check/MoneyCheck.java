package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.local.demo.check.Tables.AccountRow;
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
record MoneyCheck(Evidence evidence, Findings found) {
  void check() {
    checkAccounts();
    evidence.plan().events(DemoConsumer.PAYMENTS).stream()
        .filter(evidence::hasEffect)
        .collect(Collectors.groupingBy(Event::account))
        .values()
        .forEach(this::checkOrder);
    List<Event> transfers = evidence.plan().events(DemoConsumer.LEDGER);
    if (!transfers.isEmpty()) {
      transfers.forEach(this::checkTransfer);
      checkBalances();
    }
  }

  private void checkAccounts() {
    Map<String, List<LedgerRow>> ledgers =
        evidence.tables().ledger().entrySet().stream()
            .collect(
                Collectors.groupingBy(
                    row -> row.getKey().accountId(),
                    Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
    Map<String, Long> opened = evidence.plan().openingCents();
    Map<String, AccountRow> rows = evidence.tables().accounts();
    Stream.of(opened.keySet(), rows.keySet(), ledgers.keySet())
        .flatMap(Set::stream)
        .distinct()
        .sorted()
        .forEach(
            account ->
                checkAccount(
                    account,
                    opened.getOrDefault(account, 0L),
                    ledgers.getOrDefault(account, List.of()),
                    Optional.ofNullable(rows.get(account))));
  }

  /** Each booking lowers the account and adds a row with the next number. */
  private void checkAccount(
      String account, long openingCents, List<LedgerRow> ledger, Optional<AccountRow> row) {
    long paidCents = ledger.stream().mapToLong(LedgerRow::amountCents).sum();
    AccountRow due = new AccountRow(openingCents - paidCents, ledger.size());
    List<Integer> numbers = ledger.stream().map(LedgerRow::sequence).sorted().toList();
    boolean hasAll = numbers.equals(IntStream.rangeClosed(1, ledger.size()).boxed().toList());
    found.addIf(
        !row.equals(Optional.of(due)) || !hasAll,
        Promise.COMMITTED_ONCE,
        account,
        "its row is %s, and its ledger makes it %s with the numbers %s"
            .formatted(row.map(Object::toString).orElse("missing"), due, numbers));
  }

  /** The payments of an account are one message group. */
  private void checkOrder(List<Event> events) {
    int latest = -1;
    for (Event event : events.stream().sorted(Comparator.comparingInt(this::sequence)).toList()) {
      List<Integer> sent = sent(event);
      found.addIf(
          !sent.isEmpty() && sent.getLast() < latest,
          Promise.IN_ORDER,
          event.id().toString(),
          "out of order: sent as message %s, applied as number %s of %s, after message %s"
              .formatted(sent, sequence(event), event.account(), latest));
      latest = sent.isEmpty() ? latest : Math.max(latest, sent.getFirst());
    }
  }

  private int sequence(Event event) {
    return evidence.ledgerRow(event).orElseThrow().sequence();
  }

  /**
   * The messages by which the payment may have been applied. It is the first that was not
   * dead-lettered. It may also be one that was, where it was not deleted in time: its process died,
   * the machine was slow, or faults were injected. Where all were, another payload may have come.
   */
  private List<Integer> sent(Event event) {
    List<Integer> sent = new ArrayList<>();
    for (PlannedMessage message : evidence.messages(event)) {
      if (!evidence.isDead(message)) {
        sent.add(message.number());
        return sent;
      }
      if (evidence.wasInterrupted(event, message)
          || evidence.wasSlow(event)
          || evidence.isAcknowledged(message)) {
        sent.add(message.number());
      }
    }
    evidence.plan().messages().stream()
        .filter(it -> it.event().equals(Optional.of(event.id())) && !it.isRunnable())
        .filter(evidence::isAcknowledged)
        .forEach(it -> sent.add(it.number()));
    return sent;
  }

  private void checkTransfer(Event event) {
    Transfer transfer = evidence.tables().book().transfers().get(event.key());
    if (transfer == null) {
      return;
    }
    Map<String, Long> due =
        Map.of(event.account(), -event.amountCents(), event.toAccount(), event.amountCents());
    found.addIf(
        !transfer.sides().equals(due),
        Promise.COMMITTED_ONCE,
        event.id().toString(),
        "its entries are %s, and should be %s".formatted(transfer.sides(), due));
    Long told = evidence.tables().book().numbers().get(event.key());
    found.addIf(
        evidence.isCompleted(event) && !Objects.equals(told, transfer.number()),
        Promise.COMMITTED_ONCE,
        event.id().toString(),
        "copies get the number %s, and its row has %s".formatted(told, transfer.number()));
  }

  private void checkBalances() {
    Map<String, Long> due = new TreeMap<>(Planner.openingBook());
    evidence
        .tables()
        .book()
        .transfers()
        .values()
        .forEach(
            transfer -> transfer.sides().forEach((key, cents) -> due.merge(key, cents, Long::sum)));
    due.forEach(
        (account, cents) -> {
          Long balance = evidence.tables().book().balances().get(account);
          found.addIf(
              !Objects.equals(balance, cents),
              Promise.COMMITTED_ONCE,
              account,
              "its balance is %s, and opening and entries leave %s".formatted(balance, cents));
        });
  }
}
