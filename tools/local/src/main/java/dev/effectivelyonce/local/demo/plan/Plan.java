package dev.effectivelyonce.local.demo.plan;

import dev.effectivelyonce.local.demo.plan.PlannedMessage.Role;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Collectors;

/**
 * Everything that a run sends, known beforehand.
 *
 * @param messages in the order in which they are sent
 * @param events every event of a queue, in the order of their keys
 * @param requests in the order in which their callers begin with them
 * @param openingCents the accounts to open, with their balances
 */
public record Plan(
    List<PlannedMessage> messages,
    List<Event> events,
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
        .map(PlannedMessage::event)
        .collect(
            Collectors.groupingBy(
                Event::account,
                LinkedHashMap::new,
                Collectors.mapping(Event::key, Collectors.toList())));
  }

  /** Returns whether a record of the topic can only be parked. */
  public boolean isParked(PlannedMessage record) {
    return !record.isRunnable() || record.event().kind().fate() == Kind.Fate.FAILED;
  }

  /** The events that are sent to a queue, in the order of their keys. */
  public List<Event> events(DemoConsumer queue) {
    return events.stream().filter(event -> event.consumer() == queue).toList();
  }

  /** Returns what an order that is to be shipped sends on, through the outbox. */
  public static Event sentOnBy(Event order) {
    return new Event(DemoConsumer.FULFILMENT, order.key(), Kind.PLAIN, "", "", order.amountCents());
  }

  /** Returns the orders that are to be shipped. */
  public List<Event> toShip() {
    return events.stream().filter(event -> event.kind() == Kind.TO_SHIP).toList();
  }
}
