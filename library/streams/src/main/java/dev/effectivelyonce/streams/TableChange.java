package dev.effectivelyonce.streams;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A change of an item. A business key tells changes apart, not items: add a version or the state to
 * the item's own key.
 *
 * @param <T> the type of the item
 * @param kind what happened to it
 * @param keys its key attributes as text; bytes are in base64
 * @param before the item as it was; empty where the stream does not show it
 * @param after the item as it is; empty where the stream does not show it
 * @param by who made the change; empty where the stream names nobody, as for a caller's change
 * @param at about when it was made; empty where the stream does not tell
 */
public record TableChange<T>(
    Kind kind,
    Map<String, String> keys,
    Optional<T> before,
    Optional<T> after,
    Optional<UserIdentity> by,
    Optional<Instant> at) {
  private static final UserIdentity EXPIRY = new UserIdentity("Service", "dynamodb.amazonaws.com");

  /** The last second that a year of four digits has. */
  private static final double LATEST = 253_402_300_799.0;

  /** Keeps its own copy of the keys. */
  public TableChange {
    keys = Map.copyOf(keys);
  }

  /** Makes a change of which neither the maker nor the time is known. */
  public TableChange(Kind kind, Map<String, String> keys, Optional<T> before, Optional<T> after) {
    this(kind, keys, before, after, Optional.empty(), Optional.empty());
  }

  /** What happened to an item. */
  public enum Kind {
    /** A new item. */
    INSERT,
    /** An item that was there and changed. */
    MODIFY,
    /** An item that a caller or its time to live deleted; {@link #isExpiry} tells which. */
    REMOVE
  }

  /**
   * Who made a change, as the stream names it.
   *
   * @param type such as {@code Service}
   * @param principalId such as {@code dynamodb.amazonaws.com}
   */
  public record UserIdentity(String type, String principalId) {}

  /**
   * Returns whether the item's time to live deleted it. A replica of a global table does not show
   * that: there it looks like a caller's deletion.
   */
  public boolean isExpiry() {
    return kind == Kind.REMOVE && by.filter(EXPIRY::equals).isPresent();
  }

  /** Returns this change with who made it, and when, as its record tells. */
  TableChange<T> toldBy(StreamRecord record) {
    JsonNode identity = record.json().path("userIdentity");
    JsonNode seconds = record.content().path("ApproximateCreationDateTime");
    Optional<UserIdentity> user =
        Optional.of(identity)
            .filter(JsonNode::isObject)
            .map(it -> new UserIdentity(text(it, "type"), text(it, "principalId")));
    Optional<Instant> time =
        Optional.of(seconds)
            .filter(JsonNode::isNumber)
            .map(JsonNode::doubleValue)
            .filter(it -> it >= 0 && it <= LATEST)
            .map(it -> Instant.ofEpochMilli(Math.round(it * 1000)));
    return new TableChange<>(kind, keys, before, after, user, time);
  }

  private static String text(JsonNode identity, String name) {
    return identity.path(name).asText();
  }
}
