package dev.effectivelyonce.core.engine;

import java.util.Optional;

/** Turns a handler's value into the text that the record keeps. */
@FunctionalInterface
public interface ResultSerializer {
  /**
   * The value's text.
   *
   * @throws Exception if it has none: the completion is then recorded without it
   */
  String serialize(Object value) throws Exception;

  /**
   * The value of a text that {@link #serialize} made, for steps that were done by an earlier
   * attempt. Default: of strings alone, which are their own text.
   *
   * @throws Exception if it is none of the type
   */
  default <T> T deserialize(String text, Class<T> type) throws Exception {
    return type.cast(text);
  }

  /**
   * Why values of this type can never be kept and read again, as whole sentences; empty where
   * nothing speaks against it. A step of such a type is refused before it begins, unless its
   * provider can be asked. Default: nothing speaks against any type.
   */
  default Optional<String> whyNeverKept(Class<?> type) {
    return Optional.empty();
  }
}
