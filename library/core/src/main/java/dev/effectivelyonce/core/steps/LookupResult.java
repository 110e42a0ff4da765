package dev.effectivelyonce.core.steps;

/**
 * A provider's answer about an effect in doubt.
 *
 * @param <T> the type of the step's result
 */
public sealed interface LookupResult<T> {
  /** The effect happened, with this result. */
  record Done<T>(T result) implements LookupResult<T> {}

  /**
   * The effect did not happen. A request that is still under way must carry the same provider key.
   */
  record NotDone<T>() implements LookupResult<T> {}

  /** The provider can't tell. */
  record Unknown<T>() implements LookupResult<T> {}

  /** Returns the answer that the effect happened, with this result. */
  static <T> LookupResult<T> done(T result) {
    return new Done<>(result);
  }

  /** Returns the answer that the effect happened. */
  static LookupResult<Nothing> done() {
    return done(Nothing.NOTHING);
  }

  /** Returns the answer that the effect did not happen. */
  static <T> LookupResult<T> notDone() {
    return new NotDone<>();
  }

  /** Returns the answer that the provider can't tell. */
  static <T> LookupResult<T> unknown() {
    return new Unknown<>();
  }
}
