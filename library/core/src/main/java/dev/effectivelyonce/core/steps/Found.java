package dev.effectivelyonce.core.steps;

/**
 * What a provider knows about an effect in doubt.
 *
 * @param <T> the type of what the step comes to
 */
public sealed interface Found<T> {
  /** It happened, and came to this. */
  record Done<T>(T result) implements Found<T> {}

  /** It did not happen. A request that is still under way must carry the same provider key. */
  record NotDone<T>() implements Found<T> {}

  /** The provider can't tell. */
  record DontKnow<T>() implements Found<T> {}

  /** It happened, and came to this. */
  static <T> Found<T> done(T result) {
    return new Done<>(result);
  }

  /** It happened. */
  static Found<Nothing> done() {
    return done(Nothing.NOTHING);
  }

  /** It did not happen. */
  static <T> Found<T> notDone() {
    return new NotDone<>();
  }

  /** The provider can't tell. */
  static <T> Found<T> dontKnow() {
    return new DontKnow<>();
  }
}
