package dev.effectivelyonce.local.demo;

import dev.effectivelyonce.local.system.LocalSystem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
    return items("ParcelsTableName", "orderId")
        .collect(
            Collectors.toUnmodifiableMap(
                row -> text(row, "orderId"),
                row ->
                    Optional.ofNullable(row.get("shipments")).stream()
                        .flatMap(list -> list.l().stream())
                        .map(AttributeValue::s)
                        .toList()));
  }

  /** Returns each row and each record whole, by its key. */
  Map<String, Object> rows() {
    Map<String, Object> rows = new HashMap<>();
    items("ParcelsTableName", "orderId").forEach(row -> rows.put(text(row, "orderId"), row));
    items("IdempotencyTableName", "id").forEach(row -> rows.put(text(row, "id"), row));
    return rows;
  }

  /** Returns the keys of what was added, changed or is gone. */
  static Set<String> changed(Map<String, Object> before, Map<String, Object> after) {
    Set<String> keys = new HashSet<>(before.keySet());
    keys.addAll(after.keySet());
    keys.removeIf(key -> Objects.equals(before.get(key), after.get(key)));
    return Set.copyOf(keys);
  }

  /** Empties the parking queue. */
  Parked drain() {
    Set<Integer> numbers = new HashSet<>();
    List<String> strangers = new ArrayList<>();
    for (Message message :
        DeadLetterReader.drain(system.sqs(), system.output("ShipmentsParkingQueueUrl"))) {
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

  private Stream<Map<String, AttributeValue>> items(String table, String key) {
    return system
        .dynamoDb()
        .scanPaginator(scan -> scan.tableName(system.output(table)).consistentRead(true))
        .items()
        .stream()
        .filter(row -> row.containsKey(key));
  }

  private static String text(Map<String, AttributeValue> row, String name) {
    return Optional.ofNullable(row.get(name)).map(AttributeValue::s).orElse("");
  }
}
