package dev.effectivelyonce.dynamodb.outbox;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromM;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.effectivelyonce.core.outbox.OutboxMessage;
import dev.effectivelyonce.core.outbox.OutgoingMessage;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The item of a message in an outbox table. Its attribute names are stored data, so never rename
 * one.
 */
public final class OutboxItem {
  /** The partition key (S). */
  public static final String LANE_ATTRIBUTE = "lane";

  /** The sort key (S). */
  public static final String ID_ATTRIBUTE = "id";

  /** The time of creation (N) in epoch milliseconds. */
  public static final String CREATED_AT_ATTRIBUTE = "created_at";

  /** The TTL attribute (N) in epoch seconds: the time until which the message is kept at most. */
  public static final String EXPIRATION_ATTRIBUTE = "expiration";

  /** The message's {@link OutboxMessage.Place#number()} (N); the first message has none. */
  public static final String PLACE_ATTRIBUTE = "place";

  /** The message's {@link OutboxMessage.Place#after()} (S). */
  public static final String AFTER_ATTRIBUTE = "after";

  /** The names of the attributes that are the table's key. */
  public static final Set<String> KEY = Set.of(LANE_ATTRIBUTE, ID_ATTRIBUTE);

  /** N: the version of this format. It marks the item as a message. */
  private static final String SCHEMA = "outbox_schema";

  private static final String SCHEMA_VERSION = "1";
  private static final String CONSUMER = "consumer";
  private static final String DESTINATION = "destination";
  private static final String NAME = "name";
  private static final String BODY = "body";
  private static final String ORDERING_KEY = "ordering_key";
  private static final String ATTRIBUTES = "attributes";

  private OutboxItem() {}

  /** Returns whether an item is a message. */
  public static boolean is(Map<String, AttributeValue> item) {
    return item.containsKey(SCHEMA) && item.keySet().containsAll(KEY);
  }

  /** Returns the message of an item, which must be one ({@link #is}). */
  public static OutboxMessage message(Map<String, AttributeValue> item) {
    Map<String, String> attributes = new TreeMap<>();
    item.getOrDefault(ATTRIBUTES, fromM(Map.of()))
        .m()
        .forEach((name, value) -> attributes.put(name, value.s()));
    OutgoingMessage outgoing =
        new OutgoingMessage(
            text(item, DESTINATION),
            text(item, NAME),
            text(item, BODY),
            Optional.ofNullable(item.get(ORDERING_KEY)).map(AttributeValue::s),
            attributes);
    return new OutboxMessage(
        text(item, LANE_ATTRIBUTE),
        text(item, ID_ATTRIBUTE),
        text(item, CONSUMER),
        outgoing,
        Instant.ofEpochMilli(number(item, CREATED_AT_ATTRIBUTE)),
        item.containsKey(PLACE_ATTRIBUTE)
            ? new OutboxMessage.Place(
                Math.toIntExact(number(item, PLACE_ATTRIBUTE)),
                Optional.of(text(item, AFTER_ATTRIBUTE)))
            : OutboxMessage.Place.FIRST);
  }

  /**
   * Returns the item of a message that is committed after another one of its lane. It gets the time
   * of the other message if its own time is earlier.
   */
  public static Map<String, AttributeValue> behind(
      Map<String, AttributeValue> before, Map<String, AttributeValue> item) {
    OutboxMessage first = message(before);
    Map<String, AttributeValue> placed = new HashMap<>(item);
    placed.put(PLACE_ATTRIBUTE, fromN(Integer.toString(first.place().number() + 1)));
    placed.put(AFTER_ATTRIBUTE, fromS(first.id()));
    if (message(item).createdAt().isBefore(first.createdAt())) {
      placed.put(CREATED_AT_ATTRIBUTE, value(before, CREATED_AT_ATTRIBUTE));
    }
    return placed;
  }

  /** Returns the item of a message, which is kept until then at most. */
  static Map<String, AttributeValue> of(OutboxMessage message, Instant keptUntil) {
    OutgoingMessage outgoing = message.outgoing();
    Map<String, AttributeValue> item = new HashMap<>(key(message));
    item.put(SCHEMA, fromN(SCHEMA_VERSION));
    item.put(CONSUMER, fromS(message.consumer()));
    item.put(DESTINATION, fromS(outgoing.destination()));
    item.put(NAME, fromS(outgoing.name()));
    item.put(BODY, fromS(outgoing.body()));
    item.put(CREATED_AT_ATTRIBUTE, fromN(Long.toString(message.createdAt().toEpochMilli())));
    item.put(EXPIRATION_ATTRIBUTE, fromN(Long.toString(keptUntil.getEpochSecond())));
    outgoing.orderingKey().ifPresent(key -> item.put(ORDERING_KEY, fromS(key)));
    if (!outgoing.attributes().isEmpty()) {
      Map<String, AttributeValue> attributes = new HashMap<>();
      outgoing.attributes().forEach((name, value) -> attributes.put(name, fromS(value)));
      item.put(ATTRIBUTES, fromM(attributes));
    }
    return item;
  }

  /** Returns the key of a message's item. */
  public static Map<String, AttributeValue> key(OutboxMessage message) {
    return key(message.lane(), message.id());
  }

  /** Returns the key of a message's item. */
  public static Map<String, AttributeValue> key(String lane, String id) {
    return Map.of(LANE_ATTRIBUTE, fromS(lane), ID_ATTRIBUTE, fromS(id));
  }

  private static String text(Map<String, AttributeValue> item, String name) {
    return value(item, name).s();
  }

  private static long number(Map<String, AttributeValue> item, String name) {
    return Long.parseLong(value(item, name).n());
  }

  private static AttributeValue value(Map<String, AttributeValue> item, String name) {
    return Optional.ofNullable(item.get(name))
        .orElseThrow(() -> new IllegalArgumentException("A message has no attribute " + name));
  }
}
