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
import java.util.stream.Collectors;

/**
 * Holds the tables against what was sent: every event completed, no more effects than attempts, the
 * order of each account's payments.
 */
final class Audit {
  private final Traffic traffic;
  private final Tables tables;
  private final Set<String> deadLettered;
  private final List<String> breaches = new ArrayList<>();
  private int repeats;
  private int takenOver;

  /**
   * @param deadLettered the keys of messages that were dead-lettered and sent anew: they have left
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

  /** How many effects happened again after a death, as the guarantee allows. */
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
      breaches.add("%s had %d effects in %d attempts".formatted(key, effects, attempts));
    }
    repeats += Math.max(0, effects - 1);
  }

  /**
   * The account counts every effect, and the ledger keeps the count at each payment's last one: the
   * distance to the row before it is the number of a payment's effects.
   */
  private void accountOf(String account, Map<String, RecordRow> records) {
    List<Outgoing> sent = traffic.paymentsOf(account).toList();
    List<LedgerRow> ledger = tables.ledger(account);
    Map<String, Integer> attempts =
        sent.stream()
            .collect(
                Collectors.toMap(Outgoing::key, payment -> attempts("payments", payment, records)));
    int before = 0;
    long spentCents = 0;
    for (LedgerRow row : ledger) {
      int effects = row.sequence() - before;
      effects(row.paymentId(), effects, attempts.getOrDefault(row.paymentId(), 0));
      spentCents += effects * row.amountCents();
      before = row.sequence();
    }
    List<String> booked = ledger.stream().map(LedgerRow::paymentId).toList();
    check(inOrder(booked), inOrder(sent.stream().map(Outgoing::key).toList()), "order", account);
    AccountRow row = tables.account(account);
    check(row.balanceCents(), Traffic.OPENING_CENTS - spentCents, "balance", account);
    check(row.paymentsApplied(), before, "count of payments", account);
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
