package dev.effectivelyonce.local.demo;

import dev.effectivelyonce.local.system.LocalSystem;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/** Reads what the stack of shipments has written. */
final class ShipmentTables {
  private final LocalSystem system;
  private final ShipmentSender sender;

  ShipmentTables(LocalSystem system, ShipmentSender sender) {
    this.system = system;
    this.sender = sender;
  }

  /**
   * What was in the parking queue. A record that was parked twice counts once, by its id.
   *
   * @param numbers of the records in the plan
   * @param strangers the bodies of what is none of them
   */
  record Parked(Set<Integer> numbers, List<String> strangers) {}

  /** Returns the list of each order. */
  Map<String, List<String>> parcels() {
    return TableReader.items(system, "Parcels")
        .filter(row -> row.containsKey("orderId"))
        .collect(
            Collectors.toUnmodifiableMap(
                row -> TableReader.text(row, "orderId"), ShipmentTables::parcels));
  }

  private static List<String> parcels(Map<String, AttributeValue> row) {
    return Optional.ofNullable(row.get("shipments")).stream()
        .flatMap(list -> list.l().stream())
        .map(AttributeValue::s)
        .toList();
  }

  /** Returns each row and each record whole. */
  Set<Map<String, AttributeValue>> rows() {
    return Stream.of("Parcels", "Idempotency")
        .flatMap(table -> TableReader.items(system, table))
        .collect(Collectors.toSet());
  }

  /** Empties the parking queue. */
  Parked drain() {
    Set<Integer> numbers = new HashSet<>();
    List<String> strangers = new ArrayList<>();
    for (Message message : Queues.drain(system.sqs(), system.output("ShipmentsParkingQueueUrl"))) {
      sender
          .number(attribute(message, "partition"), attribute(message, "position"))
          .ifPresentOrElse(numbers::add, () -> strangers.add(message.body()));
    }
    return new Parked(Set.copyOf(numbers), List.copyOf(strangers));
  }

  private static String attribute(Message message, String name) {
    return Optional.ofNullable(message.messageAttributes().get(name))
        .map(MessageAttributeValue::stringValue)
        .orElse("");
  }
}
