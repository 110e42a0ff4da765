package dev.effectivelyonce.core.handler;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The end of a handler. */
public sealed interface HandlerResult {
  /**
   * The effect happened; the event is done.
   *
   * @param value kept for later duplicates, where there is one
   */
  record Completed(Optional<Object> value) implements HandlerResult {
    public Completed {
      Objects.requireNonNull(value);
    }
  }

  /**
   * Nothing has happened yet. The effects are written now, and the completion with them, as a whole
   * or not at all.
   *
   * @param value kept for later duplicates, where there is one; empty if the effects yield it
   */
  record Committing(Effects effects, Optional<Object> value) implements HandlerResult {
    public Committing {
      Objects.requireNonNull(effects);
      Objects.requireNonNull(value);
    }
  }

  /** Nothing happened. */
  sealed interface Unsuccessful extends HandlerResult {}

  /**
   * Nothing happened, and another attempt may succeed.
   *
   * @param reason for the record and the log; choose words without personal data
   * @param delay how long the queue waits before the next attempt; empty: its backoff
   */
  record Retry(String reason, Optional<Duration> delay) implements Unsuccessful {
    public Retry {
      reason = orNoReason(reason);
      Objects.requireNonNull(delay);
    }
  }

  /**
   * The event can never be handled: it goes to the dead-letter queue and the handler does not run
   * again.
   *
   * @param reason for the record and the log; choose words without personal data
   */
  record Fail(String reason) implements Unsuccessful {
    public Fail {
      reason = orNoReason(reason);
    }
  }

  /** Says that the event is done, without a value. */
  static HandlerResult completed() {
    return new Completed(Optional.empty());
  }

  /** Says that the event is done. A value is serialized and kept for later duplicates. */
  static HandlerResult completed(@Nullable Object value) {
    return new Completed(Optional.ofNullable(value));
  }

  /**
   * Says that the event is done when these effects are written, with the record's completion. What
   * they yield, where they do, is serialized and kept for later duplicates.
   */
  static HandlerResult commit(Effects effects) {
    return new Committing(effects, Optional.empty());
  }

  /**
   * Says that the event is done when these effects are written, with the record's completion. The
   * value, where there is one, is serialized and kept for later duplicates. Beside effects that
   * yield their own, a value fails the event, and nothing is written.
   */
  static HandlerResult commit(Effects effects, @Nullable Object value) {
    return new Committing(effects, Optional.ofNullable(value));
  }

  /** Says that nothing happened: try again after the queue's backoff. */
  static Unsuccessful retry(String reason) {
    return new Retry(reason, Optional.empty());
  }

  /**
   * Says that nothing happened: try again after the delay, which is at most 12 hours. The message
   * does not come back before the queue's backoff, since the retries cover the outage that the
   * consumer survives.
   */
  static Unsuccessful retryAfter(Duration delay, String reason) {
    return new Retry(reason, Optional.of(delay));
  }

  /** Says that the event can never be handled. */
  static Unsuccessful fail(String reason) {
    return new Fail(reason);
  }

  /** Replaces a null, such as the message of an exception without one: the end must not be lost. */
  private static String orNoReason(@Nullable String reason) {
    return Objects.requireNonNullElse(reason, "No reason was given");
  }
}
