package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.IdempotencyStore;

/**
 * Claims records and records outcomes for callers that do the work themselves between two calls.
 * One such caller is the aspect of another library, which gives {@link Engine} no handler to run.
 * The protocol is the same as the engine's, with the same claims, outcomes and transitions. Holds
 * no state of its own, and is safe for use by many threads.
 */
public final class Attempts {
  private final EngineContext context;

  /** The answer to the question whether the work may be done. */
  public sealed interface Beginning {
    /** The work may be done, by this attempt. */
    record Begun(OpenAttempt attempt) implements Beginning {}

    /** The work must not be done; the outcome is that of the delivery. */
    record NotBegun(Outcome outcome) implements Beginning {}
  }

  /** Creates an instance with a context. */
  public Attempts(EngineContext context) {
    this.context = context;
  }

  /**
   * Claims a record for the whole of the request's lease; the request's heartbeat is ignored. The
   * caller must end an attempt that has begun with {@link OpenAttempt#completed} or {@link
   * OpenAttempt#threw}. If its process dies before that, the claim lapses.
   *
   * @param id the record, which may be another one than that of the consumer and the request's key
   * @throws IllegalArgumentException if the lease outlasts the consumer's retention
   */
  public Beginning begin(RecordId id, Request request) {
    DeliveryContext delivery = context.delivery(request, id);
    try {
      return begun(delivery, request);
    } catch (Throwable thrown) {
      delivery.close();
      throw thrown;
    }
  }

  private Beginning begun(DeliveryContext delivery, Request request) {
    IdempotencyStore bounded = delivery.traced(context.store(request));
    ClaimAcquirer claiming = context.acquirer(bounded, delivery);
    return switch (claiming.claim(delivery.claim(request), request)) {
      case ClaimAcquirer.Result.Ended(Outcome outcome) -> {
        try (delivery) {
          yield new Beginning.NotBegun(delivery.ended(outcome, 0));
        }
      }
      case ClaimAcquirer.Result.Got(IdempotencyRecord mine) -> {
        delivery.started(mine);
        OutcomeRecorder ending = context.recorder(bounded, delivery);
        yield new Beginning.Begun(new OpenAttempt(delivery, ending, mine, request.stopAt()));
      }
    };
  }
}
