package dev.effectivelyonce.batch;

import dev.effectivelyonce.batch.Disposition.Fail;
import dev.effectivelyonce.batch.Disposition.Rest;
import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.engine.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Maps the outcome of a delivery to the instruction to its source. */
public final class Dispositions {
  private static final Duration LEASE_JITTER = Duration.ofSeconds(1);
  private static final String KEY_REUSED = "The business key was used with another payload";

  private final RetryPolicy retries;
  private final RandomGenerator random;
  private final ConsumerMode mode;

  /** Creates the mapping for a consumer. */
  public Dispositions(RetryPolicy retries, RandomGenerator random, ConsumerMode mode) {
    this.retries = retries;
    this.random = random;
    this.mode = mode;
  }

  /**
   * Returns the disposition of a message after its delivery.
   *
   * @param leaseUntil the lease of the attempt that this delivery made
   */
  Disposition of(Outcome outcome, SourceMessage message, Instant now, Instant leaseUntil) {
    return switch (outcome) {
      case Outcome.Executed ignored -> new Disposition.Acknowledge();
      case Outcome.Duplicate ignored -> new Disposition.Acknowledge();
      case Outcome.InFlight inFlight -> Disposition.waiting(until(inFlight.until(), now, message));
      case Outcome.Released released -> released(released, message);
      case Outcome.Failed failed -> Disposition.deadLetter("Failed: " + failed.why());
      case Outcome.AlreadyFailed failed -> Disposition.deadLetter("Failed before: " + failed.why());
      case Outcome.Held held -> Disposition.deadLetter("Held: " + held.why());
      case Outcome.KeyReused ignored -> Disposition.deadLetter(KEY_REUSED);
      case Outcome.NotStarted ignored -> Disposition.waiting(delay(message));
      case Outcome.StoreFailed ignored -> Disposition.waiting(delay(message));
      case Outcome.Unrecorded ignored -> Disposition.waiting(until(leaseUntil, now, message));
      // Another attempt may hold this message by now; this receive must not touch it.
      case Outcome.Superseded ignored -> new Fail(Optional.empty(), Rest.WAITS);
    };
  }

  /** Returns whether an event is given up after some attempts. */
  boolean countsAttempts() {
    return retries.maxAttempts().isPresent();
  }

  /** Returns the disposition of a message that could not be read for now. */
  Disposition deferred(SourceMessage message) {
    Rest rest = retries.isLast(message) ? Rest.GOES_ON : Rest.WAITS;
    return new Fail(Optional.of(delay(message)), rest);
  }

  /**
   * Returns the disposition of a message behind a failed one of its lane. It comes back together
   * with that one, or later if it was received more often, so that its receives last as long.
   */
  Disposition behind(Fail failed, SourceMessage message) {
    return new Fail(
        failed.visibleAfter().map(after -> longer(after, least(message))), failed.rest());
  }

  private Disposition released(Outcome.Released released, SourceMessage message) {
    if (retries.isSpent(released.attempt())) {
      return Disposition.deadLetter(
          "Given up after %s attempts: %s".formatted(released.attempt(), released.why()));
    }
    Duration backoff = delay(message);
    Duration after = released.delay().map(it -> longer(it, backoff)).orElse(backoff);
    boolean goesOn = retries.isLast(message) || runsItsCopies(message);
    return new Fail(Optional.of(after), goesOn ? Rest.GOES_ON : Rest.WAITS);
  }

  /** Returns whether what follows in the lane is copies only, which run too while observed. */
  private boolean runsItsCopies(SourceMessage message) {
    return mode == ConsumerMode.OBSERVE && !message.isOrdered();
  }

  private Duration delay(SourceMessage message) {
    return retries.backoff().after(message.receiveCount(), random);
  }

  private Duration least(SourceMessage message) {
    return retries.backoff().least(message.receiveCount());
  }

  /** Waits for the end, but at least the backoff: a near end must not use up the receives. */
  private Duration until(Instant end, Instant now, SourceMessage message) {
    Duration jitter = Duration.ofMillis(random.nextLong(LEASE_JITTER.toMillis()));
    return longer(Duration.between(now, end).plus(jitter), delay(message));
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) >= 0 ? one : other;
  }
}
