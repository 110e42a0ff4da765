package dev.effectivelyonce.core.handler;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The result that a handler returns. */
public sealed interface HandlerResult {
  /**
   * The effect happened; the event is done.
   *
   * @param value the value that is kept for later duplicates, if there is one
   */
  record Completed(Optional<Object> value) implements HandlerResult {
    public Completed {
      Objects.requireNonNull(value);
    }
  }

  /**
   * Nothing has happened yet. The effects are now written together with the completion, as a whole
   * or not at all.
   *
   * @param value the value that is kept for later duplicates, if there is one; empty if the effects
   *     yield it
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
   * @param reason the reason for the record and the log; choose words without personal data
   * @param delay how long the queue waits before the next attempt; empty: its backoff
   */
  record Retry(String reason, Optional<Duration> delay) implements Unsuccessful {
    public Retry {
      reason = orNoReason(reason);
      Objects.requireNonNull(delay);
    }
  }

  /**
   * The event can never be handled. It goes to the dead-letter queue, and the handler does not run
   * again.
   *
   * @param reason the reason for the record and the log; choose words without personal data
   */
  record Fail(String reason) implements Unsuccessful {
    public Fail {
      reason = orNoReason(reason);
    }
  }

  /** Returns the result of an event that is done, without a value. */
  static HandlerResult completed() {
    return new Completed(Optional.empty());
  }

  /**
   * Returns the result of an event that is done. A value is serialized and kept for later
   * duplicates.
   */
  static HandlerResult completed(@Nullable Object value) {
    return new Completed(Optional.ofNullable(value));
  }

  /**
   * Returns a result that writes these effects together with the record's completion. If the
   * effects yield a value, it is serialized and kept for later duplicates.
   */
  static HandlerResult commit(Effects effects) {
    return new Committing(effects, Optional.empty());
  }

  /**
   * Returns a result that writes these effects together with the record's completion. The value, if
   * there is one, is serialized and kept for later duplicates. If the effects yield a value of
   * their own, an additional value fails the event, and nothing is written.
   */
  static HandlerResult commit(Effects effects, @Nullable Object value) {
    return new Committing(effects, Optional.ofNullable(value));
  }

  /**
   * Returns the result of an attempt in which nothing happened. The event is tried again after the
   * queue's backoff.
   */
  static Unsuccessful retry(String reason) {
    return new Retry(reason, Optional.empty());
  }

  /**
   * Returns the result of an attempt in which nothing happened. The event is tried again after the
   * delay, which is at most 12 hours. The message does not come back before the queue's backoff has
   * passed, because the retries have to cover the outage that the consumer survives.
   */
  static Unsuccessful retryAfter(Duration delay, String reason) {
    return new Retry(reason, Optional.of(delay));
  }

  /** Returns the result of an event that can never be handled. */
  static Unsuccessful fail(String reason) {
    return new Fail(reason);
  }

  /** Replaces a null, such as the message of an exception without one: the end must not be lost. */
  private static String orNoReason(@Nullable String reason) {
    return Objects.requireNonNullElse(reason, "No reason was given");
  }
}
