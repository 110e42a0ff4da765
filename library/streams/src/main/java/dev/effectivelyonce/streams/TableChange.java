package dev.effectivelyonce.streams;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A change of an item. A business key must identify the change and not the item, so add the kind
 * and a version to the item's own key. A state doesn't do, since an item may have it twice.
 *
 * @param <T> the type of the item
 * @param kind what happened to the item
 * @param keys the item's key attributes as text; bytes are in base64
 * @param before the item before the change; empty if the stream does not contain it
 * @param after the item after the change; empty if the stream does not contain it
 * @param by who made the change; empty if the stream does not name anyone, as for a caller's change
 * @param at the approximate time of the change; empty if the stream does not contain it
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

  /** Creates a change whose author and time are not known. */
  public TableChange(Kind kind, Map<String, String> keys, Optional<T> before, Optional<T> after) {
    this(kind, keys, before, after, Optional.empty(), Optional.empty());
  }

  /** What happened to an item. */
  public enum Kind {
    /** An item was added. */
    INSERT,
    /** An existing item was changed. */
    MODIFY,
    /** An item was deleted, either by a caller or by its time to live; see {@link #isExpiry}. */
    REMOVE
  }

  /**
   * The identity of whoever made a change, as in the stream.
   *
   * @param type the type, such as {@code Service}
   * @param principalId the principal, such as {@code dynamodb.amazonaws.com}
   */
  public record UserIdentity(String type, String principalId) {}

  /**
   * Returns whether the item's time to live deleted it. The stream of a replica of a global table
   * does not contain that: there it looks like a caller's deletion.
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
