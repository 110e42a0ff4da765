package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.handler.HandlerResult.Unsuccessful;
import java.util.Optional;

/** Turns a handler's value into the text that the record keeps. */
@FunctionalInterface
public interface ResultSerializer {
  /**
   * Returns the value's text.
   *
   * @throws Exception if it has none: the completion is then recorded without it
   */
  String serialize(Object value) throws Exception;

  /**
   * Returns the value of a text that {@link #serialize} made, for steps that an earlier attempt
   * did. Default: reads strings only, which are their own text.
   *
   * @throws Exception if the text is no value of the type
   */
  default <T> T deserialize(String text, Class<T> type) throws Exception {
    return type.cast(text);
  }

  /**
   * Returns why values of this type can never be kept and read again, as whole sentences; empty if
   * they can. A step of such a type is refused before it begins, unless its provider can be asked.
   * Default: empty.
   */
  default Optional<String> whyNeverKept(Class<?> type) {
    return Optional.empty();
  }

  /**
   * Returns a serializer that keeps strings as they are, and nothing else.
   *
   * @param why nothing else is kept and what to do, as whole sentences
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
   * Returns the outcome for effects that yielded this value and are not to happen, such as an HTTP
   * answer that says so. Asked within their transaction. Default: empty, so that they happen.
   */
  default Optional<Unsuccessful> refusal(Object yielded) {
    return Optional.empty();
  }
}
