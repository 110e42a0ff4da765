package dev.effectivelyonce.simulation.outbox;

import dev.effectivelyonce.dynamodb.outbox.OutboxMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The items of an outbox, as they truly are. */
public final class OutboxTable {
  /** Its name. */
  public static final String NAME = "outbox";

  /** By lane, and within one by id, as DynamoDB keeps the items of a partition key. */
  private final Map<String, Map<String, Map<String, AttributeValue>>> lanes = new TreeMap<>();

  /**
   * Puts an item.
   *
   * @return whether there was none of its key
   */
  public boolean put(Map<String, AttributeValue> item) {
    return lanes
            .computeIfAbsent(text(item, OutboxMessage.LANE_ATTRIBUTE), lane -> new TreeMap<>())
            .put(text(item, OutboxMessage.ID_ATTRIBUTE), Map.copyOf(item))
        == null;
  }

  /** The item of a key. */
  Optional<Map<String, AttributeValue>> find(Map<String, AttributeValue> key) {
    return Optional.ofNullable(lane(key).get(text(key, OutboxMessage.ID_ATTRIBUTE)));
  }

  /** Deletes the item of a key, if there is one. */
  void delete(Map<String, AttributeValue> key) {
    lane(key).remove(text(key, OutboxMessage.ID_ATTRIBUTE));
  }

  /** Every item, those of a lane together. */
  List<Map<String, AttributeValue>> items() {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    lanes.values().forEach(lane -> items.addAll(lane.values()));
    return items;
  }

  /** The ids of the messages that wait. */
  public List<String> waiting() {
    return lanes.values().stream().flatMap(lane -> lane.keySet().stream()).toList();
  }

  private Map<String, Map<String, AttributeValue>> lane(Map<String, AttributeValue> key) {
    return lanes.computeIfAbsent(text(key, OutboxMessage.LANE_ATTRIBUTE), lane -> new TreeMap<>());
  }

  static String text(Map<String, AttributeValue> item, String name) {
    return Objects.requireNonNull(item.get(name)).s();
  }
}
