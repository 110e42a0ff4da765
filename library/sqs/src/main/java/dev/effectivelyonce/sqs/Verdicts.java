package dev.effectivelyonce.sqs;

import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.sqs.Verdict.Fail;
import dev.effectivelyonce.sqs.Verdict.Rest;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** From what became of a delivery to what SQS is told. */
final class Verdicts {
  private static final Duration LEASE_JITTER = Duration.ofSeconds(1);

  private final Retries retries;
  private final RandomGenerator random;
  private final ConsumerMode mode;

  Verdicts(Retries retries, RandomGenerator random, ConsumerMode mode) {
    this.retries = retries;
    this.random = random;
    this.mode = mode;
  }

  /**
   * @param leaseUntil the lease of the attempt that this delivery made
   */
  Verdict of(Outcome outcome, Message message, Instant now, Instant leaseUntil) {
    return switch (outcome) {
      case Outcome.Executed ignored -> new Verdict.Acknowledge();
      case Outcome.Duplicate ignored -> new Verdict.Acknowledge();
      case Outcome.InFlight inFlight -> Verdict.waiting(until(inFlight.until(), now, message));
      case Outcome.Released released -> released(released, message);
      case Outcome.Failed ignored -> Verdict.deadLetter();
      case Outcome.AlreadyFailed ignored -> Verdict.deadLetter();
      case Outcome.Held ignored -> Verdict.deadLetter();
      case Outcome.KeyReused ignored -> Verdict.deadLetter();
      case Outcome.NotStarted ignored -> Verdict.waiting(delay(message));
      case Outcome.StoreFailed ignored -> Verdict.waiting(delay(message));
      case Outcome.Unrecorded ignored -> Verdict.waiting(until(leaseUntil, now, message));
      // Another attempt may hold this message by now; this receive must not touch it.
      case Outcome.Superseded ignored -> new Fail(Optional.empty(), Rest.WAITS);
    };
  }

  /** A message that could not be read for now. */
  Verdict deferred(Message message) {
    Rest rest = retries.isLast(message) ? Rest.GOES_ON : Rest.WAITS;
    return new Fail(Optional.of(delay(message)), rest);
  }

  /**
   * A message behind one of its lane that failed: it comes back together with that one, unless it
   * was received more often and so has fewer receives left to wait with.
   */
  Verdict behind(Fail failed, Message message) {
    return new Fail(
        failed.visibleAfter().map(after -> longer(after, least(message))), failed.rest());
  }

  private Fail released(Outcome.Released released, Message message) {
    Duration backoff = delay(message);
    Duration after = released.delay().map(it -> longer(it, backoff)).orElse(backoff);
    boolean goesOn = retries.isLast(message) || runsItsCopies(message);
    return new Fail(Optional.of(after), goesOn ? Rest.GOES_ON : Rest.WAITS);
  }

  /** Behind a message of a standard queue there are copies of it alone: observed, they run too. */
  private boolean runsItsCopies(Message message) {
    return mode == ConsumerMode.OBSERVE && !message.isFifo();
  }

  private Duration delay(Message message) {
    return retries.backoff().after(message.receiveCount(), random);
  }

  private Duration least(Message message) {
    return retries.backoff().least(message.receiveCount());
  }

  /** Not before the backoff: an attempt that ends soon must not use up the receives either. */
  private Duration until(Instant end, Instant now, Message message) {
    Duration jitter = Duration.ofMillis(random.nextLong(LEASE_JITTER.toMillis()));
    return longer(Duration.between(now, end).plus(jitter), delay(message));
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) >= 0 ? one : other;
  }
}
