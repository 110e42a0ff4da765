package dev.effectivelyonce.local.demo.plan;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Collectors;

/**
 * Everything that a run sends, known beforehand.
 *
 * @param messages in the order in which they are sent
 * @param events every event, by its identity
 * @param requests in the order in which their callers begin with them
 * @param openingCents the accounts to open, with their balances
 */
public record Plan(
    List<PlannedMessage> messages,
    Map<Event.Id, Event> events,
    List<PlannedRequest> requests,
    SortedMap<String, Long> openingCents) {

  /** The messages of a queue, in the order in which they are sent. */
  public List<PlannedMessage> messages(DemoQueue queue) {
    return messages.stream().filter(message -> message.queue() == queue).toList();
  }

  /** Returns whether only requests of the payments API pay from this account. */
  public boolean isOfRequests(String accountId) {
    return !requests.isEmpty() && accountId.startsWith(PlannedRequest.ACCOUNTS);
  }

  /** The events of a queue. */
  public List<Event> events(DemoQueue queue) {
    return events.values().stream().filter(event -> event.id().queue() == queue).toList();
  }

  /** Returns what orders send on, through the outbox, to be fulfilled. */
  public List<Event> sentOn() {
    return events(DemoQueue.ORDERS).stream()
        .filter(order -> order.kind() == Kind.TO_SHIP)
        .map(
            order ->
                new Event(
                    new Event.Id(DemoQueue.FULFILMENT, order.id().key()),
                    Kind.PLAIN,
                    "",
                    order.amountCents()))
        .toList();
  }

  /** The messages of each event, in the order in which they are sent. */
  public Map<Event.Id, List<PlannedMessage>> messagesByEvent() {
    return messages.stream()
        .filter(message -> message.event().isPresent())
        .collect(Collectors.groupingBy(message -> message.event().orElseThrow()));
  }

  /** The event that a message is about. */
  public Optional<Event> event(PlannedMessage message) {
    return message.event().map(events::get);
  }
}
