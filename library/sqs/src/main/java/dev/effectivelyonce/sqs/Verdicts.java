package dev.effectivelyonce.sqs;

import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.sqs.Verdict.Fail;
import dev.effectivelyonce.sqs.Verdict.Rest;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;

/** From what became of a delivery to what SQS is told. */
final class Verdicts {
  private static final Duration LEASE_JITTER = Duration.ofSeconds(1);

  private final Backoff backoff;
  private final OptionalInt maxReceiveCount;
  private final RandomGenerator random;
  private final ConsumerMode mode;

  Verdicts(
      Backoff backoff, OptionalInt maxReceiveCount, RandomGenerator random, ConsumerMode mode) {
    this.backoff = backoff;
    this.maxReceiveCount = maxReceiveCount;
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
      case Outcome.InFlight inFlight -> Verdict.waiting(until(inFlight.until(), now));
      case Outcome.Released released -> released(released, message);
      case Outcome.Failed ignored -> Verdict.deadLetter();
      case Outcome.AlreadyFailed ignored -> Verdict.deadLetter();
      case Outcome.Held ignored -> Verdict.deadLetter();
      case Outcome.KeyReused ignored -> Verdict.deadLetter();
      case Outcome.NotStarted ignored -> Verdict.waiting(Duration.ZERO);
      case Outcome.StoreFailed ignored -> Verdict.waiting(delay(message));
      case Outcome.Unrecorded ignored -> Verdict.waiting(until(leaseUntil, now));
      // Another attempt may hold this message by now; this receive must not touch it.
      case Outcome.Superseded ignored -> new Fail(Optional.empty(), Rest.WAITS);
    };
  }

  private Fail released(Outcome.Released released, Message message) {
    Duration after = released.delay().map(Verdicts::fromNow).orElseGet(() -> delay(message));
    boolean goesOn = isLastReceive(message) || runsItsCopies(message);
    return new Fail(Optional.of(after), goesOn ? Rest.GOES_ON : Rest.WAITS);
  }

  /** Behind a message of a standard queue there are copies of it alone: observed, they run too. */
  private boolean runsItsCopies(Message message) {
    return mode == ConsumerMode.OBSERVE && !message.isFifo();
  }

  /** SQS counts receives, not failures: the messages behind it were received as often. */
  private boolean isLastReceive(Message message) {
    return maxReceiveCount.isPresent() && message.receiveCount() >= maxReceiveCount.getAsInt();
  }

  private Duration delay(Message message) {
    return backoff.after(message.receiveCount(), random);
  }

  private Duration until(Instant end, Instant now) {
    Duration jitter = Duration.ofMillis(random.nextLong(LEASE_JITTER.toMillis()));
    return fromNow(Duration.between(now, end).plus(jitter));
  }

  private static Duration fromNow(Duration wait) {
    return wait.isNegative() ? Duration.ZERO : wait;
  }
}
