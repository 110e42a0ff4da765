package dev.effectivelyonce.core.once;

import dev.effectivelyonce.core.engine.Outcome;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Thrown if the same call may succeed later, so that the caller has to make it again. */
public final class TryAgainException extends NotDoneException {
  private static final long serialVersionUID = 1;

  private final transient Optional<Duration> after;

  TryAgainException(
      String problem, Outcome outcome, Optional<Duration> after, @Nullable Throwable cause) {
    super(
        problem,
        "Call again with the same key" + after.map(it -> ", after " + it).orElse(""),
        outcome,
        cause);
    this.after = after;
  }

  /** Returns how long to wait before the next call; empty: the caller's backoff decides. */
  public Optional<Duration> after() {
    return after;
  }
}
