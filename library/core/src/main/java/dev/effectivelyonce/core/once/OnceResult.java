package dev.effectivelyonce.core.once;

import dev.effectivelyonce.core.record.StoredResult;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * The result of a call whose event is done.
 *
 * @param <T> the type of the code's value
 */
public sealed interface OnceResult<T> {
  /** The code ran in this call, and its completion is recorded. */
  record Ran<T>(Optional<T> value) implements OnceResult<T> {
    public Ran {
      Objects.requireNonNull(value);
    }
  }

  /**
   * The code ran before, with this value; it did not run in this call.
   *
   * @param keptUntil when the record ends, after which the code runs again for this key
   */
  record RanBefore<T>(Optional<T> value, Optional<Instant> keptUntil) implements OnceResult<T> {
    public RanBefore {
      Objects.requireNonNull(value);
      Objects.requireNonNull(keptUntil);
    }
  }

  /**
   * The event is done, but its value was not kept. Either the code ran before, or the effects that
   * it returned in this call yielded the value.
   */
  record NotKept<T>(StoredResult.Omitted why) implements OnceResult<T> {
    @Override
    public Optional<T> value() {
      return Optional.empty();
    }
  }

  /** Returns the code's value; empty if it has none or the value was not kept. */
  Optional<T> value();
}
