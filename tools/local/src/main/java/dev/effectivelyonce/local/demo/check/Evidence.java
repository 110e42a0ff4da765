package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.local.demo.check.Invocation.End;
import dev.effectivelyonce.local.demo.check.Tables.LedgerKey;
import dev.effectivelyonce.local.demo.check.Tables.LedgerRow;
import dev.effectivelyonce.local.demo.check.Tables.PlainRow;
import dev.effectivelyonce.local.demo.check.Tables.RecordRow;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.Plan;
import dev.effectivelyonce.local.demo.plan.PlannedMessage;
import dev.effectivelyonce.local.demo.plan.PlannedRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Plan and observation next to each other, with the look-ups that every check needs.
 *
 * @param runnable the messages that a handler may run for, by event, in the order of sending
 * @param invocations the deliveries, by event
 */
public record Evidence(
    Plan plan,
    AbandonedClaimPolicy policy,
    Network network,
    Tables tables,
    Deliveries deliveries,
    Map<Event, List<PlannedMessage>> runnable,
    Map<Event, List<Invocation>> invocations) {
  /** The network between functions and engines. */
  public enum Network {
    /** Nothing was done to it. */
    SOUND,
    /** Faults were injected. */
    DISTURBED
  }

  /** Puts them next to each other. */
  public static Evidence of(
      Plan plan,
      AbandonedClaimPolicy policy,
      Network network,
      Tables tables,
      Deliveries deliveries) {
    Map<Event, List<Invocation>> invocations = new HashMap<>();
    for (Invocation invocation : deliveries.invocations()) {
      invocation.batch().stream()
          .map(plan.messages()::get)
          .filter(PlannedMessage::isRunnable)
          .map(PlannedMessage::event)
          .distinct()
          .forEach(it -> invocations.computeIfAbsent(it, e -> new ArrayList<>()).add(invocation));
    }
    Map<Event, List<PlannedMessage>> runnable =
        plan.messages().stream()
            .filter(PlannedMessage::isRunnable)
            .collect(Collectors.groupingBy(PlannedMessage::event));
    return new Evidence(plan, policy, network, tables, deliveries, runnable, invocations);
  }

  /** Returns what a finding is about, and what is known of it. */
  String described(Object subject) {
    return switch (subject) {
      case Event event ->
          "%s, %s, processes that died with it: %s, dead letters: %s, record: %s"
              .formatted(event, event.kind(), deaths(event), deadLetters(event), record(event));
      case PlannedRequest request ->
          "%s, %s, answers %s, record: %s"
              .formatted(
                  request,
                  request.event().kind(),
                  replies(request).map(Reply::status).toList(),
                  record(request.event()));
      default -> subject.toString();
    };
  }

  /** Returns whether an effect may happen again after its process died. */
  boolean allowsRepeats() {
    return policy == AbandonedClaimPolicy.RERUN;
  }

  boolean isDisturbed() {
    return network == Network.DISTURBED;
  }

  /** Returns whether the run went on until everything had settled. */
  boolean isSettled() {
    return deliveries.left().isEmpty();
  }

  /** Every event of a queue, with those that orders send on. */
  Stream<Event> events() {
    return Stream.concat(
        plan.events().stream(), plan.toShip().stream().map(order -> Plan.sentOnBy(order)));
  }

  /** The messages of an event that its handler may run for, in the order of sending. */
  List<PlannedMessage> messages(Event event) {
    return runnable.getOrDefault(event, List.of());
  }

  /** The answers to a request. */
  Stream<Reply> replies(PlannedRequest request) {
    return deliveries.replies().stream().filter(it -> it.request() == request.number());
  }

  Optional<RecordRow> record(Event event) {
    return Optional.ofNullable(tables.records().get(event.recordId()));
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
      case ORDERS, RECEIPTS -> plainRow(event).isPresent();
      case PAYMENTS -> ledgerRow(event).isPresent();
      case LEDGER -> tables.transfers().containsKey(event.key());
      case FULFILMENT -> tables.shipments().contains(event.key());
      case REQUESTS, SHIPMENTS -> false;
    };
  }

  /** Returns the row of a payment. */
  Optional<LedgerRow> ledgerRow(Event event) {
    return Optional.ofNullable(tables.ledger().get(new LedgerKey(event.account(), event.key())));
  }

  /** Returns the row of a plain effect. */
  Optional<PlainRow> plainRow(Event event) {
    return Optional.ofNullable(tables.plain().get(event.toString()));
  }

  /** Returns the amount of an order, a receipt or a payment, as its row has it. */
  Optional<Long> cents(Event event) {
    return ledgerRow(event)
        .map(LedgerRow::amountCents)
        .or(() -> plainRow(event).map(PlainRow::totalCents));
  }

  boolean isDead(PlannedMessage message) {
    return deliveries.deadLettered().contains(message.number());
  }

  /**
   * Returns whether all its own messages were dead-lettered. Another payload under its key may have
   * come first then.
   */
  boolean isGivenUp(Event event) {
    return messages(event).stream().allMatch(this::isDead);
  }

  /**
   * Returns whether another payload under its key did come first, as it may then: the key's only
   * attempt completed with it. After an attempt with its own payload, another one is refused.
   */
  boolean wasUsedFirst(Event event) {
    return isGivenUp(event)
        && isCompleted(event)
        && attempts(event) == 1
        && cents(event).equals(Optional.of(event.otherCents()));
  }

  boolean isAcknowledged(PlannedMessage message) {
    return deliveries.acknowledged().contains(message.number());
  }

  private List<Integer> deadLetters(Event event) {
    return messages(event).stream().filter(this::isDead).map(PlannedMessage::number).toList();
  }

  /** Returns whether an attempt that was stopped half way may go on when its messages are dead. */
  boolean mayEndLate(Event event) {
    return isGivenUp(event) && deliveries(event).anyMatch(it -> it.end() == End.TIMED_OUT);
  }

  /** Returns how many of its deliveries ended with a process that died or was stopped half way. */
  int deaths(Event event) {
    return (int) deliveries(event).filter(Invocation::died).count();
  }

  /** Returns whether all that could end its first attempt is a process that crashed, at once. */
  boolean crashedOnly(Event event) {
    Stream<End> failures =
        deliveries(event).filter(it -> it.died() || failed(it, event)).map(Invocation::end);
    return failures.toList().equals(List.of(End.CRASHED)) && !wasSlow(event);
  }

  /** Returns whether a delivery of it died; under injected faults also, whether one came back. */
  boolean wasInterrupted(Event event) {
    return messages(event).stream().anyMatch(this::wasInterrupted);
  }

  /** Returns the same of one of its messages. */
  boolean wasInterrupted(PlannedMessage message) {
    return deliveries(message.event())
        .anyMatch(it -> (it.died() || isDisturbed()) && it.failed(message.number()));
  }

  /**
   * Returns how many of its deliveries came back from a function that was alive, and took so long
   * that a call in them may have run out of time.
   */
  int slowFailures(Event event) {
    return (int) deliveries(event).filter(it -> it.end() == End.SLOW && failed(it, event)).count();
  }

  private boolean failed(Invocation invocation, Event event) {
    return messages(event).stream().anyMatch(message -> invocation.failed(message.number()));
  }

  /**
   * Returns whether a slow machine may be why a message of it was given up: a delivery of it took
   * long, which keeps others from it meanwhile, or one never came to its function.
   */
  boolean wasSlow(Event event) {
    return isAmong(deliveries.starved(), event)
        || deliveries(event).anyMatch(it -> it.end() == End.SLOW);
  }

  private Stream<Invocation> deliveries(Event event) {
    return invocations.getOrDefault(event, List.of()).stream();
  }

  /** Returns whether one of its messages is among these. */
  boolean isAmong(Set<Integer> numbers, Event event) {
    return messages(event).stream().anyMatch(message -> numbers.contains(message.number()));
  }
}
