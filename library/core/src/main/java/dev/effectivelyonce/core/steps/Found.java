package dev.effectivelyonce.core.steps;

/**
 * The answer of a provider about an effect in doubt.
 *
 * @param <T> the type of the step's result
 */
public sealed interface Found<T> {
  /** The effect happened, with this result. */
  record Done<T>(T result) implements Found<T> {}

  /** The effect did not happen. A request still under way must carry the same provider key. */
  record NotDone<T>() implements Found<T> {}

  /** The provider can't tell. */
  record DontKnow<T>() implements Found<T> {}

  /** Says that the effect happened, with this result. */
  static <T> Found<T> done(T result) {
    return new Done<>(result);
  }

  /** Says that the effect happened. */
  static Found<Nothing> done() {
    return done(Nothing.NOTHING);
  }

  /** Says that the effect did not happen. */
  static <T> Found<T> notDone() {
    return new NotDone<>();
  }

  /** Says that the provider can't tell. */
  static <T> Found<T> dontKnow() {
    return new DontKnow<>();
  }
}
