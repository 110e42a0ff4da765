package dev.effectivelyonce.core.engine;

/** Turns a handler's value into the text that the record keeps. */
@FunctionalInterface
public interface ResultSerializer {
  /**
   * The value's text.
   *
   * @throws Exception if it has none: the completion is then recorded without it
   */
  String serialize(Object value) throws Exception;
}
