package dev.effectivelyonce.streams;

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
 */
public record TableChange<T>(
    Kind kind, Map<String, String> keys, Optional<T> before, Optional<T> after) {
  /** Keeps its own copy of the keys. */
  public TableChange {
    keys = Map.copyOf(keys);
  }

  /** What happened to an item. */
  public enum Kind {
    /** A new item. */
    INSERT,
    /** An item that was there and changed. */
    MODIFY,
    /** An item that a caller or its time to live deleted. */
    REMOVE
  }
}
