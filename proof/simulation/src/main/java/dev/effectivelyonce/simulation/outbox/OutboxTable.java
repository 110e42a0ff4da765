package dev.effectivelyonce.simulation.outbox;

import dev.effectivelyonce.dynamodb.outbox.OutboxItem;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.Faults;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The items of an outbox, as they truly are. */
public final class OutboxTable {
  /** Its name. */
  public static final String NAME = "outbox";

  /** By lane, and within one by id, as DynamoDB keeps the items of a partition key. */
  private final NavigableMap<String, NavigableMap<String, Map<String, AttributeValue>>> lanes =
      new TreeMap<>();

  private Instant keepsUntil = Instant.MIN;

  /**
   * Puts an item.
   *
   * @return whether there was none of its key
   */
  public boolean put(Map<String, AttributeValue> item) {
    return lanes
            .computeIfAbsent(text(item, OutboxItem.LANE_ATTRIBUTE), lane -> new TreeMap<>())
            .put(
                text(item, OutboxItem.ID_ATTRIBUTE),
                Collections.unmodifiableMap(new TreeMap<>(item)))
        == null;
  }

  /** Whether it takes deletes; it may stop for a while just now. */
  boolean takesDeletes(Faults faults, Instant now) {
    if (faults.happens(Fault.DELETES_REFUSED)) {
      keepsUntil = now.plus(faults.pick(Duration.ofSeconds(5), Duration.ofMinutes(1)));
    }
    return !now.isBefore(keepsUntil);
  }

  /** Deletes the item of a key, if there is one. */
  void delete(Map<String, AttributeValue> key) {
    lane(key).remove(text(key, OutboxItem.ID_ATTRIBUTE));
  }

  /** The items of a lane. */
  List<Map<String, AttributeValue>> lane(String lane) {
    return List.copyOf(lanes.getOrDefault(lane, new TreeMap<>()).values());
  }

  /**
   * A part of a scan.
   *
   * @param number counts from 0
   * @param of how many
   */
  record Part(int number, int of) {
    boolean has(String lane) {
      return Math.floorMod(lane.hashCode(), of) == number;
    }
  }

  /** The first items of a part, those of a lane together. */
  List<Map<String, AttributeValue>> items(Part part, int most) {
    return items(lanes, part).limit(most).toList();
  }

  /** The first items behind a key, of which there may be none any more. */
  List<Map<String, AttributeValue>> itemsAfter(
      Map<String, AttributeValue> key, Part part, int most) {
    String lane = text(key, OutboxItem.LANE_ATTRIBUTE);
    return Stream.concat(
            lane(key).tailMap(text(key, OutboxItem.ID_ATTRIBUTE), false).values().stream(),
            items(lanes.tailMap(lane, false), part))
        .limit(most)
        .toList();
  }

  private static Stream<Map<String, AttributeValue>> items(
      NavigableMap<String, NavigableMap<String, Map<String, AttributeValue>>> lanes, Part part) {
    return lanes.entrySet().stream()
        .filter(it -> part.has(it.getKey()))
        .flatMap(it -> it.getValue().values().stream());
  }

  /** The items of each lane; of some there are none. */
  public List<List<Map<String, AttributeValue>>> lanes() {
    return lanes.values().stream().map(it -> List.copyOf(it.values())).toList();
  }

  /** The ids of the messages that wait. */
  public List<String> waiting() {
    return lanes.values().stream().flatMap(lane -> lane.keySet().stream()).toList();
  }

  private NavigableMap<String, Map<String, AttributeValue>> lane(Map<String, AttributeValue> key) {
    return lanes.computeIfAbsent(text(key, OutboxItem.LANE_ATTRIBUTE), lane -> new TreeMap<>());
  }

  static String text(Map<String, AttributeValue> item, String name) {
    return Objects.requireNonNull(item.get(name)).s();
  }
}
