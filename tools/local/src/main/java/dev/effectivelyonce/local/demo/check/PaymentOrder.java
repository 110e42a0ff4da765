package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.local.demo.plan.DemoQueue;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.PlannedMessage;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Whether the payments of an account were applied in the order in which they were sent. */
record PaymentOrder(Evidence evidence, Findings found) {
  void check() {
    evidence.plan().events(DemoQueue.PAYMENTS).stream()
        .collect(Collectors.groupingBy(this::lane))
        .values()
        .forEach(this::check);
  }

  /** Order holds within a message group; sequences count within an account. */
  private String lane(Event event) {
    String group =
        evidence.runnable(event).stream()
            .findFirst()
            .flatMap(PlannedMessage::group)
            .orElse(event.accountId());
    return event.accountId() + "/" + group;
  }

  private void check(List<Event> events) {
    int latest = -1;
    for (Event event : inOrderOfBooking(events)) {
      int sent = sent(event).orElse(latest);
      found.addIf(
          sent < latest,
          event,
          "out of order: sent as message %s, applied as number %s of account %s, after message %s"
              .formatted(sent, sequence(event), event.accountId(), latest));
      latest = Math.max(latest, sent);
    }
  }

  private List<Event> inOrderOfBooking(List<Event> events) {
    return events.stream()
        .filter(evidence::hasEffect)
        .sorted(Comparator.comparingInt(this::sequence))
        .toList();
  }

  private int sequence(Event event) {
    return evidence.ledgerRow(event).orElseThrow().sequence();
  }

  /** The first message that was not dead-lettered is the one by which the payment was applied. */
  private Optional<Integer> sent(Event event) {
    return evidence.runnable(event).stream()
        .filter(message -> !evidence.isDead(message))
        .map(PlannedMessage::number)
        .findFirst();
  }
}
