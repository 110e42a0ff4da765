package dev.effectivelyonce.core.cache;

import dev.effectivelyonce.core.engine.Request;
import dev.effectivelyonce.core.engine.StoreView;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.migration.MigratingStore;
import dev.effectivelyonce.core.store.IdempotencyStore;
import java.time.Clock;
import java.util.Optional;

/**
 * Says whether a consumer knows again, without asking its store, the messages that are done. A
 * message that comes again within the window is a duplicate at once. A copy with another message id
 * is asked about, even if its event is known. So what is sent after an operator has forgotten a
 * record runs, whoever sends it.
 *
 * <p>Only COMPLETED records are remembered, each no longer than the {@link CacheBounds} and its own
 * retention.
 */
public final class CompletedCache {
  private final Optional<CacheBounds> bounds;

  private CompletedCache(Optional<CacheBounds> bounds) {
    this.bounds = bounds;
  }

  /** Returns the default: a window of {@link CacheBounds#standard()}. */
  public static CompletedCache standard() {
    return of(CacheBounds.standard());
  }

  /** Returns a window with bounds. */
  public static CompletedCache of(CacheBounds bounds) {
    return new CompletedCache(Optional.of(bounds));
  }

  /** Returns no window: the store is asked about every delivery. */
  public static CompletedCache off() {
    return new CompletedCache(Optional.empty());
  }

  /**
   * Returns how the deliveries of a consumer see its store. There is no window in front of a {@link
   * CachingStore}, which is one. Nor is there one in front of a {@link MigratingStore}, where a
   * message that comes again makes good a copy that was lost.
   *
   * @param observer learns what the window answers, by {@link TransitionObserver#onCacheHit}
   */
  public StoreView before(IdempotencyStore store, Clock clock, TransitionObserver observer) {
    return bounds
        .filter(it -> !(store instanceof MigratingStore || store instanceof CachingStore))
        .map(it -> view(new CompletedRecords(it, clock), observer))
        .orElseGet(StoreView::plain);
  }

  private static StoreView view(CompletedRecords records, TransitionObserver observer) {
    return (IdempotencyStore store, Request request) ->
        request.message().isPresent()
            ? new CachingStore(store, records, observer, request.message())
            : store;
  }
}
