package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.local.demo.plan.DemoQueue;
import dev.effectivelyonce.local.demo.plan.Event;
import java.util.List;
import java.util.stream.Stream;

/** Rows of events that were never sent. Those of requests are looked at with them. */
final class StrangeRows {
  private static final String NOT_SENT = "no message has this key";

  private final Evidence evidence;

  StrangeRows(Evidence evidence) {
    this.evidence = evidence;
  }

  List<Violation> violations() {
    Stream<Violation> orders =
        evidence.tables().orders().keySet().stream()
            .filter(key -> isStrange(DemoQueue.ORDERS, key))
            .map(key -> violation(DemoQueue.ORDERS, key));
    Stream<Violation> payments =
        evidence.tables().ledger().keySet().stream()
            .filter(row -> !evidence.plan().isOfRequests(row.accountId()))
            .map(Tables.LedgerKey::paymentId)
            .filter(key -> isStrange(DemoQueue.PAYMENTS, key))
            .map(key -> violation(DemoQueue.PAYMENTS, key));
    return Stream.concat(orders, payments).toList();
  }

  private boolean isStrange(DemoQueue queue, String key) {
    return !evidence.plan().events().containsKey(new Event.Id(queue, key));
  }

  private static Violation violation(DemoQueue queue, String key) {
    return new Violation(Breach.UNEXPECTED_EFFECT, queue, key, NOT_SENT);
  }
}
