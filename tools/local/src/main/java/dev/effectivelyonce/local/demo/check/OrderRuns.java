package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.local.demo.check.Tables.OrderRow;
import dev.effectivelyonce.local.demo.check.Tables.RecordRow;
import dev.effectivelyonce.local.demo.plan.DemoQueue;
import dev.effectivelyonce.local.demo.plan.Event;
import java.util.List;

/** How often each order and each receipt was written, from its own count. */
final class OrderRuns {
  private final Evidence evidence;

  OrderRuns(Evidence evidence) {
    this.evidence = evidence;
  }

  Repeats repeats() {
    Repeats repeats = Repeats.none();
    for (DemoQueue queue : List.of(DemoQueue.ORDERS, DemoQueue.RECEIPTS)) {
      for (Event event : evidence.plan().events(queue)) {
        evidence.orderRow(event).ifPresent(row -> judge(event, row, repeats));
      }
    }
    return repeats;
  }

  private void judge(Event event, OrderRow row, Repeats repeats) {
    int runs = row.timesProcessed();
    int attempts = evidence.record(event).map(RecordRow::attempt).orElse(0);
    int allowed = Math.min(runs - 1, evidence.repeatsAllowed(event));
    int forbidden = runs - 1 - allowed;
    if (allowed > 0) {
      repeats.allowed().put(event.id(), allowed);
    }
    if (forbidden > 0) {
      repeats.forbidden().put(event.id(), forbidden);
      repeats.violations().add(violation(Breach.DOUBLE_EFFECT, event, runs));
    }
    if (runs > attempts) {
      repeats.violations().add(violation(Breach.TOO_MANY_RUNS, event, runs));
    }
  }

  private Violation violation(Breach breach, Event event, int runs) {
    return new Violation(
        breach,
        event.id().queue(),
        event.id().key(),
        "its effect happened %d times; deaths in its way: %d; record: %s"
            .formatted(
                runs,
                evidence.deaths(event),
                evidence.record(event).map(Object::toString).orElse("none")));
  }
}
