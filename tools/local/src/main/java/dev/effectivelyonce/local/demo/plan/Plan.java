package dev.effectivelyonce.local.demo.plan;

import static java.util.Objects.requireNonNull;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * Everything that a run sends, known beforehand.
 *
 * @param messages in the order in which they are sent
 * @param events every event of a queue, by its identity
 * @param requests in the order in which their callers begin with them
 * @param openingCents the accounts to open, with their balances
 */
public record Plan(
    List<PlannedMessage> messages,
    Map<Event.Id, Event> events,
    List<PlannedRequest> requests,
    SortedMap<String, Long> openingCents) {

  /** The messages of a queue, in the order in which they are sent. */
  public List<PlannedMessage> messages(DemoConsumer queue) {
    return messages.stream().filter(message -> message.queue() == queue).toList();
  }

  /** Returns an event of a queue; it must be among them. */
  public Event event(Event.Id id) {
    return requireNonNull(events.get(id), id::toString);
  }

  /** The events that are sent to a queue, in the order of their keys. */
  public List<Event> events(DemoConsumer queue) {
    return events.values().stream()
        .filter(event -> event.consumer() == queue)
        .sorted(Comparator.comparing(Event::key))
        .toList();
  }

  /** Returns what orders send on, through the outbox, to be fulfilled. */
  public List<Event> sentOn() {
    return events(DemoConsumer.ORDERS).stream()
        .filter(order -> order.kind() == Kind.TO_SHIP)
        .map(
            order ->
                new Event(
                    new Event.Id(DemoConsumer.FULFILMENT, order.key()),
                    Kind.PLAIN,
                    "",
                    "",
                    order.amountCents()))
        .toList();
  }
}
