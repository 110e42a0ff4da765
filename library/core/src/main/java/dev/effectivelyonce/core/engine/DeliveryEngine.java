package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.store.IdempotencyStore;
import java.time.Instant;
import java.util.Optional;

/** Handles the deliveries of one consumer's events. Safe for use by many threads. */
public sealed interface DeliveryEngine permits Engine, ObservingEngine, SingleShotEngine {
  /**
   * Returns the engine of a consumer. The claim mode is ignored while the consumer only observes.
   */
  static DeliveryEngine of(EngineContext context, ConsumerMode mode, ClaimMode claims) {
    return switch (mode) {
      case OBSERVE -> new ObservingEngine(context);
      case ENFORCE ->
          switch (claims) {
            case CLAIM_FIRST -> new Engine(context);
            case SINGLE_SHOT -> new SingleShotEngine(context);
          };
    };
  }

  /**
   * Handles one delivery. Returns an outcome whatever the handler or the store does; any exception
   * other than the one below is a bug.
   *
   * <p>The handler runs on the calling thread, at most once. If the handler leaves the thread
   * interrupted, the interrupt is cleared, because it would break the write that records the
   * outcome.
   *
   * @throws FatalProcessError if the handler threw an error after which the process can't go on;
   *     the outcome is already recorded
   */
  Outcome execute(Request request, Handler handler);

  /**
   * Handles a further copy of an event that was just handled in the same batch.
   *
   * @param first the outcome of the copy with the same key and fingerprint
   */
  Outcome follow(Request request, Handler handler, Outcome first);

  /**
   * Handles a delivery of an event without a key, if this engine supports that. Nothing is
   * recorded. Default: it does not, because an event without a key can't be handled once.
   *
   * @param request the delivery, with a placeholder for the missing key that the handler and the
   *     observers see
   * @param why the reason why there is no key
   * @return the outcome; empty if this engine does not handle it, so that the handler did not run
   */
  default Optional<Outcome> executeUnkeyed(Request request, ErrorSummary why, Handler handler) {
    return Optional.empty();
  }

  /** Reports a message that could not be read and therefore has no delivery. */
  void onUnreadable(UnreadMessage.Kind kind, ErrorSummary why);

  /** Begins the span of a batch, which is entered on the thread of each of its lanes. */
  TraceSpan onBatch(int messages);

  /**
   * Returns this engine for the lanes of one invocation. Their writes at the same moment share one
   * request, if the store supports that ({@link IdempotencyStore#groups()}).
   *
   * @param lanes the lanes; each runs its deliveries one after the other
   * @param deadline when the platform ends the invocation; every request has the same deadline
   */
  DeliveryEngine forLanes(LaneThreads lanes, Instant deadline);
}
