package dev.effectivelyonce.local.demo.check;

import static dev.effectivelyonce.local.demo.check.Promise.COMMITTED_ONCE;

import dev.effectivelyonce.local.demo.check.Tables.LedgerRow;
import dev.effectivelyonce.local.demo.check.Tables.Reservation;
import dev.effectivelyonce.local.demo.check.Tables.Transfer;
import dev.effectivelyonce.local.demo.plan.DemoConsumer;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.PlannedMessage;
import dev.effectivelyonce.local.demo.plan.Planner;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Whether balances, ledgers and records agree, in DynamoDB and in PostgreSQL, of money and of
 * pieces. All of a payment is one transaction with its completion: no death and no fault excuses a
 * part without the rest.
 */
record MoneyCheck(Evidence run, Findings found) {
  void check() {
    checkBalances();
    checkNumbers();
    run.plan().events(DemoConsumer.PAYMENTS).stream()
        .filter(run::hasEffect)
        .collect(Collectors.groupingBy(Event::account))
        .values()
        .forEach(this::checkOrder);
    run.plan().events(DemoConsumer.LEDGER).forEach(this::checkTransfer);
  }

  /** Each account and article holds what it was opened with, and what came and went since. */
  private void checkBalances() {
    Tables tables = run.tables();
    Map<String, Long> due = new TreeMap<>(run.plan().openingCents());
    due.putAll(Planner.openingBook());
    Map<String, Long> stock = Planner.openingStock();
    due.putAll(stock);
    tables
        .ledger()
        .forEach(
            (key, row) -> {
              due.merge(key.accountId(), -row.amountCents(), Long::sum);
              due.merge(Tables.payments(key.accountId()), 1L, Long::sum);
            });
    for (Transfer transfer : tables.transfers().values()) {
      transfer.sides().forEach((account, cents) -> due.merge(account, cents, Long::sum));
    }
    for (Reservation row : tables.reservations()) {
      if (!row.state().equals(Reservation.RELEASED)) {
        row.pieces().forEach((article, pieces) -> due.merge(article, -pieces, Long::sum));
      }
    }
    Set<String> all = new HashSet<>(due.keySet());
    all.addAll(tables.balances().keySet());
    for (String name : all) {
      Long balance = tables.balances().get(name);
      long left = due.getOrDefault(name, 0L);
      found.addIf(
          !Objects.equals(balance, left),
          stock.containsKey(name) ? Promise.SAGA_WHOLE : COMMITTED_ONCE,
          name,
          "its balance is %s, and what came and went leaves %s".formatted(balance, left));
    }
  }

  /** Each booking of an account adds a row with the next number. */
  private void checkNumbers() {
    run.tables().ledger().entrySet().stream()
        .collect(
            Collectors.groupingBy(
                row -> row.getKey().accountId(),
                Collectors.mapping(row -> (long) row.getValue().sequence(), Collectors.toSet())))
        .forEach(
            (account, numbers) -> {
              long count = run.tables().balances().getOrDefault(Tables.payments(account), 0L);
              Set<Long> due = LongStream.rangeClosed(1, count).boxed().collect(Collectors.toSet());
              String what = "%s payments, with the numbers %s".formatted(count, numbers);
              found.addIf(!numbers.equals(due), COMMITTED_ONCE, account, what);
            });
  }

  /**
   * The payments of an account are one message group. A dead letter has left it: a payment whose
   * only attempt was stopped half way until then is applied after those that were sent later.
   */
  private void checkOrder(List<Event> events) {
    int latest = -1;
    List<Event> applied =
        events.stream()
            .filter(event -> !run.mayEndLate(event))
            .sorted(Comparator.comparingInt(this::sequence))
            .toList();
    for (Event event : applied) {
      List<Integer> sent = sent(event);
      found.addIf(
          !sent.isEmpty() && sent.getLast() < latest,
          Promise.IN_ORDER,
          event,
          "out of order: sent as message %s, applied as number %s of %s, after message %s"
              .formatted(sent, sequence(event), event.account(), latest));
      latest = sent.isEmpty() ? latest : Math.max(latest, sent.getFirst());
    }
  }

  private int sequence(Event event) {
    return run.ledgerRow(event).map(LedgerRow::sequence).orElseThrow();
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
          || run.wasInterrupted(message)
          || run.wasSlow(event)
          || run.isAcknowledged(message)) {
        sent.add(message.number());
      }
      if (!isDead) {
        return sent;
      }
    }
    run.plan().messages().stream()
        .filter(it -> it.event().equals(event) && !it.isRunnable() && run.isAcknowledged(it))
        .forEach(it -> sent.add(it.number()));
    return sent;
  }

  private void checkTransfer(Event event) {
    Transfer transfer = run.tables().transfers().get(event.key());
    if (transfer == null) {
      return;
    }
    Map<String, Long> due =
        Map.of(event.account(), -event.amountCents(), event.toAccount(), event.amountCents());
    found.addIf(
        !transfer.sides().equals(due),
        COMMITTED_ONCE,
        event,
        "its entries are %s, and should be %s".formatted(transfer.sides(), due));
    Long told = run.tables().numbers().get(event.key());
    found.addIf(
        run.isCompleted(event) && !Objects.equals(told, transfer.number()),
        COMMITTED_ONCE,
        event,
        "copies get the number %s, and its row has %s".formatted(told, transfer.number()));
  }
}
