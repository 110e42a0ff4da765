package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.store.IdempotencyStore;
import java.time.Instant;
import java.util.Optional;

/** Handles deliveries of one consumer's events. Safe for use by many threads. */
public sealed interface DeliveryEngine permits Engine, ObservingEngine, SingleShotEngine {
  /** Returns the engine of a consumer. While it observes, how it claims is not used. */
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
   * Handles one delivery. Returns an outcome whatever the handler or the store does; other
   * exceptions are bugs.
   *
   * <p>The handler runs on the calling thread, at most once. An interrupt that it leaves behind on
   * the thread is cleared: it would break the write that records the handler's end.
   *
   * @throws FatalProcessError if the handler threw an error after which the process can't go on;
   *     its end is recorded by then
   */
  Outcome execute(Request request, Handler handler);

  /**
   * Handles a further copy of an event that was just handled in the same batch.
   *
   * @param first the outcome of the copy with the same key and fingerprint
   */
  Outcome follow(Request request, Handler handler, Outcome first);

  /**
   * Handles a delivery whose event has no key, if this engine does so. Nothing is recorded.
   *
   * @param request carries a stand-in for the missing key, which handler and observers see
   * @param why there is no key
   * @return empty if it is not to be handled; the handler did not run then
   */
  Optional<Outcome> executeUnkeyed(Request request, ErrorSummary why, Handler handler);

  /** Reports a message that could not be read, so that no delivery of it begins. */
  void onUnreadable(UnreadMessage.Kind kind, ErrorSummary why);

  /**
   * Returns this engine for the lanes of one invocation. What they write to the store at the same
   * moment shares a request, if the store can do so ({@link IdempotencyStore#groups()}).
   *
   * @param lanes how many run at once; each runs its deliveries one after the other
   * @param deadline when the platform ends the invocation; that of every request
   */
  DeliveryEngine forLanes(int lanes, Instant deadline);
}
