package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.local.demo.plan.DemoQueue;
import dev.effectivelyonce.local.demo.plan.Event;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Rows of events that were never sent. Those of requests are looked at with them. */
final class UnexpectedRows {
  private static final String NOT_SENT = "no message has this key";

  private final Evidence evidence;

  UnexpectedRows(Evidence evidence) {
    this.evidence = evidence;
  }

  List<Violation> violations() {
    Stream<Violation> plain =
        Stream.concat(
            strange(DemoQueue.ORDERS, evidence.tables().orders()),
            strange(DemoQueue.RECEIPTS, evidence.tables().receipts()));
    Stream<Violation> payments =
        evidence.tables().ledger().keySet().stream()
            .filter(row -> !evidence.plan().isOfRequests(row.accountId()))
            .map(Tables.LedgerKey::paymentId)
            .filter(key -> isStrange(DemoQueue.PAYMENTS, key))
            .map(key -> violation(DemoQueue.PAYMENTS, key));
    return Stream.concat(plain, payments).toList();
  }

  private Stream<Violation> strange(DemoQueue queue, Map<String, Tables.OrderRow> rows) {
    return rows.keySet().stream()
        .filter(key -> isStrange(queue, key))
        .map(key -> violation(queue, key));
  }

  private boolean isStrange(DemoQueue queue, String key) {
    return !evidence.plan().events().containsKey(new Event.Id(queue, key));
  }

  private static Violation violation(DemoQueue queue, String key) {
    return new Violation(Breach.UNEXPECTED_EFFECT, queue, key, NOT_SENT);
  }
}
