package dev.effectivelyonce.local.demo.plan;

import static java.util.Objects.requireNonNull;

import dev.effectivelyonce.local.demo.plan.PlannedMessage.Role;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Collectors;

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

  /** Returns the parcels that each order's list is to have, in their order. */
  public Map<String, List<String>> lists() {
    return messages(DemoConsumer.SHIPMENTS).stream()
        .filter(message -> !isParked(message) && message.role() == Role.FIRST)
        .map(message -> event(message.event().orElseThrow()))
        .collect(
            Collectors.groupingBy(
                Event::account,
                LinkedHashMap::new,
                Collectors.mapping(Event::key, Collectors.toList())));
  }

  /** Returns whether a record of the topic can only be parked. */
  public boolean isParked(PlannedMessage record) {
    return !record.isRunnable()
        || event(record.event().orElseThrow()).kind().fate() == Kind.Fate.FAILED;
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
