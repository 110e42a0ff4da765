package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.local.demo.check.Tables.LedgerKey;
import dev.effectivelyonce.local.demo.check.Tables.LedgerRow;
import dev.effectivelyonce.local.demo.check.Tables.OrderRow;
import dev.effectivelyonce.local.demo.check.Tables.RecordRow;
import dev.effectivelyonce.local.demo.plan.DemoQueue;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.Kind;
import dev.effectivelyonce.local.demo.plan.Plan;
import dev.effectivelyonce.local.demo.plan.PlannedMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Plan and observation side by side, with the look-ups that every check needs. */
public final class Evidence {
  private final Plan plan;
  private final Tables tables;
  private final Deliveries deliveries;
  private final Answers answers;
  private final AbandonedClaimPolicy policy;
  private final Map<Event.Id, List<PlannedMessage>> messages;
  private final Map<Event.Id, Integer> eventDeaths;
  private final Map<Event.Id, Integer> eventFailures;
  private final Map<Integer, Integer> messageFailures;

  /** Puts them side by side. */
  public Evidence(
      Plan plan,
      Tables tables,
      Deliveries deliveries,
      Answers answers,
      AbandonedClaimPolicy policy) {
    this.plan = plan;
    this.tables = tables;
    this.deliveries = deliveries;
    this.answers = answers;
    this.policy = policy;
    this.messages = plan.messagesByEvent();
    List<Set<Integer>> failures = new ArrayList<>(deliveries.deaths());
    failures.addAll(deliveries.interference().failures());
    this.eventDeaths = counts(deliveries.deaths().stream().flatMap(this::events));
    this.eventFailures = counts(failures.stream().flatMap(this::events));
    this.messageFailures = counts(failures.stream().flatMap(Set::stream));
  }

  /** Returns what was sent. */
  public Plan plan() {
    return plan;
  }

  /** Returns what the tables hold. */
  public Tables tables() {
    return tables;
  }

  /** Returns what became of the messages. */
  public Deliveries deliveries() {
    return deliveries;
  }

  /** Returns the answers that the callers of the payments API got. */
  public Answers answers() {
    return answers;
  }

  /** Returns whether an effect may happen again after its process died. */
  boolean allowsRepeats() {
    return policy == AbandonedClaimPolicy.RERUN;
  }

  /** Returns the events of a queue, with what other queues send on to it. */
  List<Event> events(DemoQueue queue) {
    return Stream.concat(plan.events(queue).stream(), plan.sentOn().stream())
        .filter(event -> event.id().queue() == queue)
        .toList();
  }

  /** The messages of an event that its handler may run for. */
  List<PlannedMessage> runnable(Event event) {
    return messages.getOrDefault(event.id(), List.of()).stream()
        .filter(message -> message.role().isRunnable())
        .toList();
  }

  Optional<RecordRow> record(Event event) {
    String id = event.id().queue().recordId(event.id().key()).value();
    return Optional.ofNullable(tables.records().get(id));
  }

  /** Returns its record's number of attempts, 0 without a record. */
  int attempts(Event event) {
    return record(event).map(RecordRow::attempt).orElse(0);
  }

  /** Returns whether its record has this status. */
  boolean has(Event event, Status status) {
    return record(event).filter(row -> row.status() == status).isPresent();
  }

  /** Returns the row of an order or a receipt. */
  Optional<OrderRow> orderRow(Event event) {
    Map<String, OrderRow> rows =
        switch (event.id().queue()) {
          case ORDERS -> tables.orders();
          case RECEIPTS -> tables.receipts();
          case PAYMENTS, FULFILMENT, LEDGER -> Map.of();
        };
    return Optional.ofNullable(rows.get(event.id().key()));
  }

  /** Returns the row of a payment. */
  Optional<LedgerRow> ledgerRow(Event event) {
    LedgerKey key = new LedgerKey(event.accountId(), event.id().key());
    return Optional.ofNullable(tables.ledger().get(key));
  }

  boolean hasEffect(Event event) {
    return switch (event.id().queue()) {
      case ORDERS, RECEIPTS -> orderRow(event).isPresent();
      case PAYMENTS -> ledgerRow(event).isPresent();
      case LEDGER -> tables.book().transfers().containsKey(event.id().key());
      case FULFILMENT -> tables.fulfilled().shipments().contains(event.id().key());
    };
  }

  boolean isDead(PlannedMessage message) {
    return deliveries.deadLettered().contains(message.number());
  }

  boolean isAcknowledged(PlannedMessage message) {
    return deliveries.acknowledged().contains(message.number());
  }

  /** Returns whether faults were injected. */
  boolean isDisturbed() {
    return !deliveries.interference().isNone();
  }

  /**
   * Returns how many deliveries of this event died or were frozen; under injected faults also those
   * that failed.
   */
  int deaths(Event event) {
    return eventFailures.getOrDefault(event.id(), 0);
  }

  boolean died(Event event) {
    return deaths(event) > 0;
  }

  /** Returns whether a second attempt completed it, or a further one. */
  boolean wasTakenOver(Event event) {
    return isCompleted(event) && attempts(event) > 1;
  }

  /**
   * Returns how often the effect may have been repeated: once for each attempt that may have ended
   * after it without knowing of it. That of a payment, or of an order to ship, never, being written
   * with its record's completion; nor those of a saga, being remembered by their steps. An attempt
   * that shared a batch with one that died and has completed all the same repeats nothing: no
   * further one is in its record.
   */
  int repeatsAllowed(Event event) {
    if (!event.id().queue().isPlain() || event.kind() == Kind.TO_SHIP || !allowsRepeats()) {
      return 0;
    }
    int unknown = deliveries.interference().orders().getOrDefault(event.id().key(), 0);
    int abandoned = record(event).map(RecordRow::attempt).orElse(1) - 1;
    return Math.min(eventDeaths.getOrDefault(event.id(), 0) + unknown, abandoned);
  }

  /** Returns whether its function answered for its zombie, late. */
  boolean isAnsweredLate(Event event) {
    return isAmong(deliveries.answeredLate(), event);
  }

  /** Returns whether that answer reported its message as failed. */
  boolean isRefusedLate(Event event) {
    return isAmong(deliveries.refusedLate(), event);
  }

  private boolean isAmong(Set<Integer> numbers, Event event) {
    return runnable(event).stream().anyMatch(message -> numbers.contains(message.number()));
  }

  /** Returns whether the order that sends this on is done. */
  boolean isSentOnByADoneOrder(Event sentOn) {
    Event.Id order = new Event.Id(DemoQueue.ORDERS, sentOn.id().key());
    return Optional.ofNullable(plan.events().get(order)).filter(this::isCompleted).isPresent();
  }

  /** Returns whether its record says that it is done. */
  boolean isCompleted(Event event) {
    return has(event, Status.COMPLETED);
  }

  /** Returns whether a delivery of this very message died, or under injected faults failed. */
  boolean died(PlannedMessage message) {
    return messageFailures.containsKey(message.number());
  }

  /** The events of a batch, each once. */
  private Stream<Event.Id> events(Set<Integer> batch) {
    return batch.stream()
        .map(number -> plan.messages().get(number))
        .filter(message -> message.role().isRunnable())
        .flatMap(message -> message.event().stream())
        .distinct();
  }

  private static <T> Map<T, Integer> counts(Stream<T> all) {
    return all.collect(Collectors.groupingBy(it -> it, Collectors.summingInt(it -> 1)));
  }
}
