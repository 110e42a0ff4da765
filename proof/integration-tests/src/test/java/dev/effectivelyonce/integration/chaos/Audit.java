package dev.effectivelyonce.integration.chaos;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.integration.stack.Outgoing;
import dev.effectivelyonce.integration.stack.Tables;
import dev.effectivelyonce.integration.stack.Tables.AccountRow;
import dev.effectivelyonce.integration.stack.Tables.LedgerRow;
import dev.effectivelyonce.integration.stack.Tables.RecordRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Holds the tables against what was sent: every event completed, no more writes of an order than it
 * had attempts, each payment booked once, the order of each account's payments.
 */
final class Audit {
  private final Traffic traffic;
  private final Tables tables;
  private final Set<String> deadLettered;
  private final List<String> breaches = new ArrayList<>();
  private int repeats;
  private int takenOver;

  /**
   * @param deadLettered the keys of messages that were dead-lettered and sent again: they have left
   *     their place in the order
   */
  Audit(Traffic traffic, Tables tables, Set<String> deadLettered) {
    this.traffic = traffic;
    this.tables = tables;
    this.deadLettered = deadLettered;
    Map<String, Integer> timesProcessed = tables.timesProcessed();
    Map<String, RecordRow> records = tables.records();
    traffic.orders().forEach(order -> orderOf(order, timesProcessed, records));
    traffic.accounts().forEach(account -> accountOf(account, records));
  }

  /** What the guarantee does not allow. */
  List<String> breaches() {
    return List.copyOf(breaches);
  }

  /** How many plain effects happened again after a death, as the guarantee allows. */
  int repeats() {
    return repeats;
  }

  /** How many events took more than one attempt. */
  int takenOver() {
    return takenOver;
  }

  private void orderOf(
      Outgoing order, Map<String, Integer> timesProcessed, Map<String, RecordRow> records) {
    int attempts = attempts("orders", order, records);
    effects(order.key(), timesProcessed.getOrDefault(order.key(), 0), attempts);
  }

  private int attempts(String consumer, Outgoing event, Map<String, RecordRow> records) {
    Optional<RecordRow> row =
        Optional.ofNullable(records.get(Tables.recordId(consumer, event.key())));
    if (row.map(RecordRow::status).filter(Status.COMPLETED::equals).isEmpty()) {
      breaches.add("lost: %s has the record %s".formatted(event.key(), row));
    }
    int attempts = row.map(RecordRow::attempt).orElse(0);
    takenOver += attempts > 1 ? 1 : 0;
    return attempts;
  }

  private void effects(String key, int effects, int attempts) {
    if (effects < 1 || effects > attempts) {
      breaches.add("%s had %s effects in %s attempts".formatted(key, effects, attempts));
    }
    repeats += Math.max(0, effects - 1);
  }

  /**
   * What is committed with its completion happens once, whatever dies: the ledger has each payment
   * that was sent, without a gap in its sequence, and the account follows from it.
   */
  private void accountOf(String account, Map<String, RecordRow> records) {
    List<String> sent = traffic.paymentsOf(account).map(Outgoing::key).toList();
    traffic.paymentsOf(account).forEach(payment -> attempts("payments", payment, records));
    List<LedgerRow> ledger = tables.ledger(account);
    List<String> booked = ledger.stream().map(LedgerRow::paymentId).toList();
    check(Set.copyOf(booked), Set.copyOf(sent), "payments", account);
    check(inOrder(booked), inOrder(sent), "order", account);
    List<Integer> sequences = ledger.stream().map(LedgerRow::sequence).toList();
    check(sequences, IntStream.rangeClosed(1, sent.size()).boxed().toList(), "sequence", account);
    AccountRow row = tables.account(account);
    long spentCents = ledger.stream().mapToLong(LedgerRow::amountCents).sum();
    check(row.balanceCents(), Traffic.OPENING_CENTS - spentCents, "balance", account);
    check(row.paymentsApplied(), sent.size(), "count of payments", account);
  }

  private List<String> inOrder(List<String> payments) {
    return payments.stream().filter(payment -> !deadLettered.contains(payment)).toList();
  }

  private void check(Object actual, Object expected, String what, String account) {
    if (!actual.equals(expected)) {
      breaches.add("%s of %s: %s, not %s".formatted(what, account, actual, expected));
    }
  }
}
