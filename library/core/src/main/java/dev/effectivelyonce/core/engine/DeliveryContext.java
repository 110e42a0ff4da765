package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.engine.DeliverySpan.Relation;
import dev.effectivelyonce.core.engine.TraceSpan.Scope;
import dev.effectivelyonce.core.engine.Transition.Kind;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.handler.LiveClaim;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.Generation;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.Claimant;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.steps.AttemptAbortedError;
import dev.effectivelyonce.core.steps.StepFailedException;
import dev.effectivelyonce.core.steps.StepNotDoneException;
import dev.effectivelyonce.core.steps.Steps;
import dev.effectivelyonce.core.store.IdempotencyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One delivery: the attempt that it makes, its transitions and its span, which ends when it is
 * closed. Not thread-safe.
 */
final class DeliveryContext implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);
  private static final ErrorSummary OTHER_PAYLOAD =
      new ErrorSummary("The first message with this key had another body");

  private final ConsumerSettings settings;
  private final Platform platform;
  private final TransitionObserver observer;
  private final BusinessKey key;
  private final RecordId id;
  private final AttemptId owner;
  private final Instant began;
  private final DeliverySpan span;
  private Scope scope = NoSpan.NO_SCOPE;
  private Optional<IdempotencyRecord> before = Optional.empty();
  private Optional<Instant> claimed = Optional.empty();
  private Optional<Throwable> thrown = Optional.empty();

  /**
   * @param id the record, where a caller has named another than the consumer's
   * @param message what traces say about the message
   */
  DeliveryContext(
      ConsumerSettings settings,
      Platform platform,
      TransitionObserver observer,
      BusinessKey key,
      RecordId id,
      Optional<TracedMessage> message) {
    this.settings = settings;
    this.platform = platform;
    this.observer = observer;
    this.key = key;
    this.began = platform.clock().instant();
    this.id = id;
    this.owner = platform.owners().get();
    this.span =
        GuardedSpan.ofDelivery(() -> observer.onDelivery(settings.name(), id, owner, message));
  }

  /** Makes the delivery's span current on this thread until the delivery is closed. */
  DeliveryContext entered() {
    scope = span.enter();
    return this;
  }

  /** Returns the store of this delivery, each of whose requests has a span. */
  IdempotencyStore traced(IdempotencyStore store) {
    return span.equals(DeliverySpan.none()) ? store : new TracedStore(store, span);
  }

  /** Runs the handler in a span of its own. */
  HandlerResult handle(Handler handler, Attempt attempt) throws Exception {
    return TraceSpan.around(span.handler(attempt.number()), () -> handler.handle(attempt));
  }

  /** Returns the span of a step of the handler. */
  TraceSpan step(String name) {
    return span.step(name);
  }

  /** Links the delivery to the attempt that holds or last held the record, if it is another's. */
  void met(Relation relation, IdempotencyRecord record) {
    if (!record.isOwnedBy(owner)) {
      record.claimant().trace().ifPresent(it -> span.link(relation, it));
    }
  }

  /** Remembers the record that this delivery is about to take over. */
  void takesOver(IdempotencyRecord seen) {
    before = Optional.of(seen);
  }

  @Override
  public void close() {
    scope.close();
    span.close();
  }

  Instant began() {
    return began;
  }

  /** Returns a claim with a lease for as long as the request may last. */
  Claim claim(Request request) {
    return claim(request, request.leaseUntil());
  }

  /** Returns a claim with the request's own lease, which a heartbeat renews. */
  Claim claimToRenew(Request request) {
    return claim(request, request.leaseFrom(began));
  }

  private Claim claim(Request request, Instant leaseUntil) {
    Optional<String> readableKey =
        settings.keyVisibility() == KeyVisibility.READABLE
            ? Optional.of(key.readable())
            : Optional.empty();
    return new Claim(
        id,
        owner,
        leaseUntil,
        WriteTimestamp.of(began, settings.retention()),
        request.fingerprint(),
        readableKey,
        new Claimant(settings.function(), request.payload(), span.traceParent()));
  }

  /** Returns the attempt of a handler that claims and completes at once. */
  Attempt atOnce(Claim claim, Instant stopAt, Steps steps) {
    return attempt(1, stopAt, steps, LiveClaim.always(), Optional.of(claim.generation()));
  }

  /** Returns the attempt of a handler under a claim. */
  Attempt under(IdempotencyRecord mine, Instant stopAt, Steps steps, LiveClaim claim) {
    return attempt(mine.attempt(), stopAt, steps, claim, mine.generation());
  }

  private Attempt attempt(
      int number, Instant stopAt, Steps steps, LiveClaim claim, Optional<Generation> generation) {
    return new Attempt(
        settings.name(),
        key,
        id,
        owner,
        number,
        stopAt,
        steps,
        claim,
        generation,
        span.traceParent());
  }

  /**
   * Returns the attempt of a handler that is only observed. Each delivery runs all of its steps.
   * All deliveries send under the same message ids, whichever got the claim, so that receivers can
   * tell copies.
   */
  Attempt observed(int number, Instant stopAt) {
    return attempt(number, stopAt, Steps.unrecorded(id), LiveClaim.always(), Optional.empty());
  }

  /** Reports a duplicate that another function did first, or that came with another payload. */
  void duplicates(IdempotencyRecord done, Claim claim) {
    met(Relation.WINNER, done);
    Claimant first = done.claimant();
    Instant now = platform.clock().instant();
    if (differ(first.function(), claim.claimant().function())) {
      String function = first.function().orElseThrow();
      ErrorSummary why =
          new ErrorSummary("Function " + function + " did it, under this consumer's name");
      tell(Kind.FOREIGN_DUPLICATE, 0, now, Optional.of(why));
    }
    if (differ(first.payload(), claim.claimant().payload())) {
      tell(Kind.OTHER_PAYLOAD, 0, now, Optional.of(OTHER_PAYLOAD));
    }
  }

  private static <T> boolean differ(Optional<T> first, Optional<T> second) {
    return first.isPresent() && second.isPresent() && !first.equals(second);
  }

  void started(IdempotencyRecord mine) {
    Kind kind = mine.attempt() == 1 ? Kind.CLAIMED : Kind.TAKEN_OVER;
    Instant now = platform.clock().instant();
    claimed = Optional.of(now);
    before.ifPresent(it -> met(Relation.PREDECESSOR, it));
    tell(kind, mine.attempt(), now, Optional.empty());
  }

  /**
   * @param why the reason for which an enforcing engine would not have run the handler
   */
  void startedWithoutClaim(ErrorSummary why) {
    tell(Kind.WOULD_SKIP, 0, platform.clock().instant(), Optional.of(why));
  }

  /** Remembers by which exception the handler ended, unless that is one by which it says how. */
  void threw(Throwable exception) {
    thrown =
        switch (exception) {
          case AttemptAbortedError ignored -> Optional.empty();
          case StepNotDoneException ignored -> Optional.empty();
          case StepFailedException ignored -> Optional.empty();
          default -> Optional.of(exception);
        };
  }

  Outcome ended(Outcome outcome, int attempt) {
    tell(
        TransitionReporter.kind(outcome),
        attempt,
        platform.clock().instant(),
        TransitionReporter.why(outcome));
    return outcome;
  }

  private void tell(Kind kind, int attempt, Instant now, Optional<ErrorSummary> why) {
    Duration elapsed = Duration.between(began, now);
    Optional<Duration> held = claimed.map(since -> Duration.between(since, now));
    Transition transition =
        new Transition(kind, settings.name(), id, owner, attempt, now, elapsed, held, why, thrown);
    span.onTransition(transition);
    try {
      observer.onTransition(transition);
    } catch (Throwable thrown) {
      // Errors are caught too: a metric must not leave a claim behind, nor lose an outcome.
      LOG.warn("The observer failed on {}", kind, thrown);
    }
  }
}
