package dev.effectivelyonce.sqs;

import com.fasterxml.jackson.core.type.TypeReference;
import java.lang.reflect.Type;

/**
 * The type as which payloads are read: a class, or a generic type with its arguments.
 *
 * @param <M> the type of the payload
 */
public final class PayloadType<M> {
  private final Type type;

  private PayloadType(Type type) {
    this.type = type;
  }

  /** Returns the payload type for a class. */
  public static <M> PayloadType<M> of(Class<M> type) {
    return new PayloadType<>(type);
  }

  /**
   * Returns the payload type for a generic type, such as {@code new
   * TypeReference<CloudEvent<Order>>() {}}.
   */
  public static <M> PayloadType<M> of(TypeReference<M> type) {
    return new PayloadType<>(type.getType());
  }

  /** Returns the type in Java's reflection. It is a {@code Class} if it has no arguments. */
  public Type type() {
    return type;
  }

  /** Returns whether the type is this class. */
  public boolean is(Class<?> other) {
    return type == other;
  }

  /** Returns a value that was read as this type. */
  @SuppressWarnings("unchecked") // It was made of a Class<M> or TypeReference<M>.
  public M cast(Object value) {
    return (M) value;
  }

  /**
   * Reads a text that has lost its byte order mark: a {@code String} as it is, and other types from
   * JSON.
   *
   * @throws UnreadableMessageException if it is not of this type, or has another mark before it
   */
  public M read(String text, JsonCodec json) {
    return is(String.class) ? cast(text) : json.read(StrictJson.unmarked(text), this);
  }

  @Override
  public String toString() {
    return type.getTypeName();
  }
}
