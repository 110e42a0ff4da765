package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.handler.HandlerResult.Unsuccessful;
import java.util.Optional;

/** Converts a handler's value into the text that is kept in the record. */
@FunctionalInterface
public interface ResultSerializer {
  /**
   * Serializes the value to text.
   *
   * @throws Exception if the value can't be serialized; the completion is then recorded without it
   */
  String serialize(Object value) throws Exception;

  /**
   * Reads a value from a text that {@link #serialize} wrote, for the steps of an earlier attempt.
   * Default: reads only strings, which are kept as they are.
   *
   * @throws Exception if the text is not a value of the type
   */
  default <T> T deserialize(String text, Class<T> type) throws Exception {
    return type.cast(text);
  }

  /**
   * Returns the reason why values of this type can never be kept and read again, in complete
   * sentences; empty if they can be. A step of such a type is refused before it begins, unless its
   * policy is a lookup. Default: empty.
   */
  default Optional<String> whyNeverKept(Class<?> type) {
    return Optional.empty();
  }

  /**
   * Returns a serializer that keeps strings as they are, and no other values.
   *
   * @param why the reason why no other values are kept, and the remedy, in complete sentences
   */
  static ResultSerializer ofStrings(String why) {
    return new ResultSerializer() {
      @Override
      public String serialize(Object value) {
        return (String) value;
      }

      @Override
      public Optional<String> whyNeverKept(Class<?> type) {
        return type == String.class ? Optional.empty() : Optional.of(why);
      }
    };
  }

  /**
   * Returns a result that rolls back the effects that yielded this value, for example because it is
   * an HTTP response with an error. Called within the transaction of the effects. Default: empty,
   * so that the effects happen.
   */
  default Optional<Unsuccessful> refusal(Object yielded) {
    return Optional.empty();
  }
}
