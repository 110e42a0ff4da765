package dev.effectivelyonce.dynamodb;

import dev.effectivelyonce.core.store.StoreException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** An item as read, with attributes by type. Unknown attributes are ignored. */
final class Item {
  private final String id;
  private final Map<String, AttributeValue> attributes;

  /**
   * @param id the record's id, for messages
   */
  Item(String id, Map<String, AttributeValue> attributes) {
    this.id = id;
    this.attributes = attributes;
  }

  boolean has(String name) {
    return attributes.containsKey(name);
  }

  String string(String name) {
    return parsed(name, "a string", AttributeValue::s);
  }

  Optional<String> optionalString(String name) {
    return has(name) ? Optional.of(string(name)) : Optional.empty();
  }

  /** Returns a string that the record can do without; empty if the attribute has another type. */
  Optional<String> textIfAny(String name) {
    return Optional.ofNullable(attributes.get(name)).map(AttributeValue::s);
  }

  int positiveInt(String name) {
    int number = parsed(name, "a whole number", value -> Integer.valueOf(value.n()));
    if (number < 1) {
      throw unreadable(name, "is " + number + ", less than 1", null);
    }
    return number;
  }

  int count(String name) {
    return parsed(name, "a whole number", value -> Integer.valueOf(value.n()));
  }

  Instant millis(String name) {
    return Instant.ofEpochMilli(parsed(name, "a time in ms", value -> Long.valueOf(value.n())));
  }

  Optional<Instant> optionalMillis(String name) {
    return has(name) ? Optional.of(millis(name)) : Optional.empty();
  }

  Instant seconds(String name) {
    return parsed(name, "a time in s", value -> Instant.ofEpochSecond(Long.parseLong(value.n())));
  }

  <E extends Enum<E>> E constant(String name, Class<E> type) {
    return parsed(name, "one of this version", value -> Enum.valueOf(type, value.s()));
  }

  List<AttributeValue> list(String name) {
    return parsed(name, "a list", AttributeValue::l);
  }

  Item map(String name) {
    return new Item(id, entries(name));
  }

  /** Returns the names of the entries of a map. */
  Set<String> keys(String name) {
    return entries(name).keySet();
  }

  private Map<String, AttributeValue> entries(String name) {
    return parsed(name, "a map", value -> value.hasM() ? value.m() : nothing(value.m()));
  }

  private static Map<String, AttributeValue> nothing(Map<String, AttributeValue> empty) {
    throw new IllegalArgumentException("Not a map: " + empty);
  }

  private <T> T parsed(String name, String what, Function<AttributeValue, T> parser) {
    AttributeValue value = attributes.get(name);
    if (value == null) {
      throw unreadable(name, "is missing", null);
    }
    try {
      T result = parser.apply(value);
      if (result != null) {
        return result;
      }
    } catch (RuntimeException e) {
      throw unreadable(name, "is not " + what, e);
    }
    throw unreadable(name, "is not " + what, null);
  }

  StoreException unreadable(String name, String fault, @Nullable Exception e) {
    return unreadable("The attribute \"" + name + "\" of the record " + id + " " + fault, e);
  }

  /** Returns the fault that attributes of the right types make no record. */
  StoreException unreadable(RuntimeException e) {
    return unreadable("The record " + id + " is impossible: " + e.getMessage(), e);
  }

  private static StoreException unreadable(String problem, @Nullable Exception e) {
    return new StoreException(
        StoreException.Kind.UNREADABLE,
        problem,
        "Repair or delete the record, or use a release that knows its format",
        e);
  }
}
