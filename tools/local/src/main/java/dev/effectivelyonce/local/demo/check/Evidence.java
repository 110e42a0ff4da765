package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.local.demo.check.Tables.LedgerKey;
import dev.effectivelyonce.local.demo.check.Tables.LedgerRow;
import dev.effectivelyonce.local.demo.check.Tables.RecordRow;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.Plan;
import dev.effectivelyonce.local.demo.plan.PlannedMessage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Plan and observation next to each other, with the look-ups that every check needs. */
public final class Evidence {
  private final Plan plan;
  private final Tables tables;
  private final Deliveries deliveries;
  private final List<Reply> replies;
  private final AbandonedClaimPolicy policy;
  private final Map<Event.Id, List<PlannedMessage>> runnable;

  /**
   * Puts them next to each other.
   *
   * @param replies every answer that the callers of the payments API got, or waited for in vain
   */
  public Evidence(
      Plan plan,
      Tables tables,
      Deliveries deliveries,
      List<Reply> replies,
      AbandonedClaimPolicy policy) {
    this.plan = plan;
    this.tables = tables;
    this.deliveries = deliveries;
    this.replies = replies;
    this.policy = policy;
    this.runnable =
        plan.messages().stream()
            .filter(PlannedMessage::isRunnable)
            .collect(Collectors.groupingBy(message -> message.event().orElseThrow()));
  }

  /** Returns what was sent. */
  public Plan plan() {
    return plan;
  }

  Tables tables() {
    return tables;
  }

  Deliveries deliveries() {
    return deliveries;
  }

  /** Returns every answer that the callers of the payments API got, or waited for in vain. */
  public List<Reply> replies() {
    return replies;
  }

  /** Returns whether an effect may happen again after its process died. */
  boolean allowsRepeats() {
    return policy == AbandonedClaimPolicy.RERUN;
  }

  /** Every event of a queue, with those that orders send on. */
  Stream<Event> events() {
    return Stream.concat(plan.events().values().stream(), plan.sentOn().stream());
  }

  /** The messages of an event that its handler may run for, in the order of sending. */
  List<PlannedMessage> messages(Event event) {
    return runnable.getOrDefault(event.id(), List.of());
  }

  Optional<RecordRow> record(Event event) {
    return Optional.ofNullable(tables.records().get(event.consumer().recordId(event.key())));
  }

  /** Returns its record's number of attempts, 0 without a record. */
  int attempts(Event event) {
    return record(event).map(RecordRow::attempt).orElse(0);
  }

  boolean has(Event event, Status status) {
    return record(event).filter(row -> row.status() == status).isPresent();
  }

  boolean isCompleted(Event event) {
    return has(event, Status.COMPLETED);
  }

  /** Returns whether a second attempt completed it, or a later one. */
  boolean wasTakenOver(Event event) {
    return isCompleted(event) && attempts(event) > 1;
  }

  boolean hasEffect(Event event) {
    return switch (event.consumer()) {
      case ORDERS, RECEIPTS -> tables.plain().containsKey(event.id());
      case PAYMENTS -> ledgerRow(event).isPresent();
      case LEDGER -> tables.book().transfers().containsKey(event.key());
      case FULFILMENT -> tables.fulfilled().shipments().contains(event.key());
      case REQUESTS -> false;
    };
  }

  /** Returns the row of a payment. */
  Optional<LedgerRow> ledgerRow(Event event) {
    return Optional.ofNullable(tables.ledger().get(new LedgerKey(event.account(), event.key())));
  }

  boolean isDead(PlannedMessage message) {
    return deliveries.deadLettered().contains(message.number());
  }

  boolean isAcknowledged(PlannedMessage message) {
    return deliveries.acknowledged().contains(message.number());
  }

  /**
   * Returns whether the process died in one of its deliveries; under injected faults, or failed.
   */
  boolean died(Event event) {
    return isAmong(deliveries.interrupted(), event);
  }

  /** Returns whether a zombie's late completion of it was refused. */
  boolean isRefusedLate(Event event) {
    return isAmong(deliveries.refusedLate(), event);
  }

  private boolean isAmong(Set<Integer> numbers, Event event) {
    return messages(event).stream().anyMatch(message -> numbers.contains(message.number()));
  }
}
