package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.store.IdempotencyStore;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The settings and collaborators of a consumer's engine.
 *
 * @param serializer serializes the values that handlers return
 * @param observer called at every transition
 * @param view the view that a delivery has of the store in enforcing mode
 */
public record EngineContext(
    ConsumerSettings settings,
    IdempotencyStore store,
    Platform platform,
    ResultSerializer serializer,
    TransitionObserver observer,
    StoreView view) {
  private static final Logger LOG = LoggerFactory.getLogger(EngineContext.class);

  /**
   * @throws dev.effectivelyonce.core.ConfigurationException if the store can't keep the promise of
   *     the consumer's policy, see {@link ConsumerSettings#check}
   */
  public EngineContext {
    settings.check(store);
  }

  /** Creates a context in which deliveries see the store as it is. */
  public EngineContext(
      ConsumerSettings settings,
      IdempotencyStore store,
      Platform platform,
      ResultSerializer serializer,
      TransitionObserver observer) {
    this(settings, store, platform, serializer, observer, StoreView.plain());
  }

  /** Returns this context with another view that a delivery has of the store. */
  public EngineContext with(StoreView other) {
    return new EngineContext(settings, store, platform, serializer, observer, other);
  }

  /** Returns this context with another way of keeping results. */
  public EngineContext with(ResultSerializer other) {
    return new EngineContext(settings, store, platform, other, observer, view);
  }

  /** Returns this context with other settings. */
  EngineContext with(ConsumerSettings other) {
    return new EngineContext(other, store, platform, serializer, observer, view);
  }

  /** Returns this context for the lanes of one batch, see {@link DeliveryEngine#forLanes}. */
  EngineContext forLanes(LaneThreads lanes, Instant deadline) {
    return BatchingStore.over(store, lanes, deadline, platform, observer, settings.name())
        .map(batched -> new EngineContext(settings, batched, platform, serializer, observer, view))
        .orElse(this);
  }

  /** Returns the store as a delivery sees it; its calls end when the delivery's time is over. */
  IdempotencyStore store(Request request) {
    return view.of(store.withDeadline(request.deadline()), request);
  }

  Instant now() {
    return platform.clock().instant();
  }

  /** Notifies the observer that a call or a batch is done, see {@link TransitionObserver#flush}. */
  public void flush() {
    try {
      observer.flush();
    } catch (Throwable thrown) {
      // Errors are caught too: an outcome must not be lost because of a metric.
      LOG.warn("The observer failed to write what it collected", thrown);
    }
  }

  /** Reports a message that could not be read. */
  void onUnreadable(UnreadMessage.Kind kind, ErrorSummary why) {
    try {
      observer.onUnreadable(new UnreadMessage(kind, settings.name(), now(), why));
    } catch (Throwable thrown) {
      // Errors are caught too: a metric must not change what becomes of a message.
      LOG.warn("The observer failed on {}", kind, thrown);
    }
  }

  /** Begins the span of a batch. */
  TraceSpan batch(int messages) {
    return GuardedSpan.of(() -> observer.onBatch(settings.name(), messages));
  }

  /** Begins a delivery for the consumer's own record of the key, on the calling thread. */
  DeliveryContext delivery(Request request) {
    return delivery(request, RecordId.of(settings.name(), request.key())).entered();
  }

  /** Begins a delivery for the record that the caller names. */
  DeliveryContext delivery(Request request, RecordId id) {
    return new DeliveryContext(settings, platform, observer, request.key(), id, request.traced());
  }

  ClaimAcquirer acquirer(IdempotencyStore bounded, DeliveryContext delivery) {
    return new ClaimAcquirer(bounded, settings, platform.clock(), delivery);
  }

  OutcomeRecorder recorder(IdempotencyStore bounded, DeliveryContext delivery) {
    return new OutcomeRecorder(bounded, settings, platform, serializer, delivery);
  }

  StepJournal steps(
      RunningClaim claim, IdempotencyStore bounded, DeliveryContext delivery, Instant stopAt) {
    StepRecorder recorder = new StepRecorder(bounded, settings, platform, claim, stopAt, delivery);
    return new StepJournal(recorder, serializer, delivery);
  }
}
