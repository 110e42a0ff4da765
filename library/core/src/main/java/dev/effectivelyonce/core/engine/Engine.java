package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.engine.Outcome.NotStarted;
import dev.effectivelyonce.core.engine.Transition.Kind;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Owner;
import dev.effectivelyonce.core.record.Stamp;
import dev.effectivelyonce.core.store.IdempotencyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a consumer's handler once for each business key: claims, runs, records how it ended. Holds
 * no state of its own, and is safe for use by many threads.
 */
public final class Engine {
  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

  private final ConsumerSettings settings;
  private final Platform platform;
  private final TransitionObserver observer;
  private final IdempotencyStore store;
  private final ResultSerializer serializer;

  /**
   * @param serializer for the values that handlers return
   * @param observer is told of every transition
   */
  public Engine(
      ConsumerSettings settings,
      IdempotencyStore store,
      Platform platform,
      ResultSerializer serializer,
      TransitionObserver observer) {
    this.settings = settings;
    this.platform = platform;
    this.observer = observer;
    this.store = store;
    this.serializer = serializer;
  }

  /**
   * Handles one delivery. Returns an outcome whatever the handler or the store does; the only
   * exceptions are bugs.
   *
   * <p>The handler runs on the calling thread, at most once, and only while this attempt's lease is
   * live by the local clock. An interrupt that the handler leaves behind on the thread is cleared:
   * it would break the write that records the handler's end.
   *
   * @throws IllegalArgumentException if the lease outlasts the consumer's retention
   */
  public Outcome execute(Request request, Handler handler) {
    Instant began = platform.clock().instant();
    RecordId id = RecordId.of(settings.name(), request.key());
    Delivery delivery = new Delivery(id, platform.owners().get(), began);
    if (!began.isBefore(request.stopAt())) {
      return delivery.ended(new NotStarted(Outcome.Reason.DEADLINE), 0);
    }
    IdempotencyStore bounded = store.endingBy(request.deadline());
    Claiming claiming = new Claiming(bounded, settings, platform.clock());
    return switch (claiming.claim(delivery.claim(request), request.stopAt())) {
      case Claiming.Result.Ended(Outcome outcome) -> delivery.ended(outcome, 0);
      case Claiming.Result.Got(IdempotencyRecord mine) -> {
        delivery.started(mine);
        Ending ending = new Ending(bounded, settings, platform, serializer);
        yield delivery.ended(run(request, handler, mine, ending), mine.attempt());
      }
    };
  }

  /**
   * The outcome of a further copy of an event that was handled just now, in the same batch: a
   * duplicate if the first is done, else what the first was. The store is not asked.
   *
   * @param first the outcome of the copy with the same key and fingerprint
   */
  public Outcome follow(Request request, Outcome first) {
    RecordId id = RecordId.of(settings.name(), request.key());
    Delivery delivery = new Delivery(id, platform.owners().get(), platform.clock().instant());
    return delivery.ended(
        switch (first) {
          case Outcome.Executed done -> new Outcome.Duplicate(done.result());
          case Outcome.Failed failed -> new Outcome.AlreadyFailed(failed.why());
          default -> first;
        },
        0);
  }

  private Outcome run(Request request, Handler handler, IdempotencyRecord mine, Ending ending) {
    Attempt attempt =
        new Attempt(
            settings.name(),
            request.key(),
            mine.id(),
            mine.owner(),
            mine.attempt(),
            request.stopAt());
    HandlerResult result;
    try {
      result = handler.handle(attempt);
    } catch (Throwable thrown) {
      // Errors too: one message's stack overflow must not fail the whole batch.
      Ending.clearInterrupt();
      return ending.threw(thrown, mine, request.stopAt());
    }
    Ending.clearInterrupt();
    return Objects.isNull(result)
        ? ending.returnedNull(mine, request.stopAt())
        : ending.returned(result, mine, request.stopAt());
  }

  private void tell(Transition transition) {
    try {
      observer.observe(transition);
    } catch (Throwable thrown) {
      // Errors too: a claim must not be left behind, nor an outcome lost, for a metric's sake.
      LOG.warn("The observer failed on {}", transition.kind(), thrown);
    }
  }

  /** One call of {@link #execute}, for its observer. */
  private final class Delivery {
    private final RecordId id;
    private final Owner owner;
    private final Instant began;

    Delivery(RecordId id, Owner owner, Instant began) {
      this.id = id;
      this.owner = owner;
      this.began = began;
    }

    Claim claim(Request request) {
      Optional<String> readableKey =
          settings.keyVisibility() == KeyVisibility.READABLE
              ? Optional.of(request.key().readable())
              : Optional.empty();
      return new Claim(
          id,
          owner,
          request.leaseUntil(),
          Stamp.of(began, settings.retention()),
          request.fingerprint(),
          readableKey);
    }

    void started(IdempotencyRecord mine) {
      Kind kind = mine.attempt() == 1 ? Kind.CLAIMED : Kind.TAKEN_OVER;
      observe(kind, mine.attempt(), Optional.empty());
    }

    Outcome ended(Outcome outcome, int attempt) {
      observe(Endings.kind(outcome), attempt, Endings.why(outcome));
      return outcome;
    }

    private void observe(Kind kind, int attempt, Optional<ErrorSummary> why) {
      Instant now = platform.clock().instant();
      Duration elapsed = Duration.between(began, now);
      tell(new Transition(kind, settings.name(), id, owner, attempt, now, elapsed, why));
    }
  }
}
