package dev.effectivelyonce.core.cache;

import dev.effectivelyonce.core.engine.Request;
import dev.effectivelyonce.core.engine.StoreView;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.migration.MigratingStore;
import dev.effectivelyonce.core.store.IdempotencyStore;
import java.time.Clock;
import java.util.Optional;

/**
 * The setting for a consumer's cache of completed records, with which it recognizes messages that
 * are done without asking its store. A message that comes again while its record is in the cache is
 * a duplicate at once. For a copy with another message id, the consumer asks the store, even if the
 * event is in the cache. A message that is sent after an operator has forgotten the record
 * therefore runs, whoever sends it.
 *
 * <p>The cache holds only COMPLETED records, each no longer than the {@link CacheBounds} and its
 * own retention allow.
 */
public final class CompletedCache {
  private final Optional<CacheBounds> bounds;

  private CompletedCache(Optional<CacheBounds> bounds) {
    this.bounds = bounds;
  }

  /** Returns the default: a cache with {@link CacheBounds#standard()}. */
  public static CompletedCache standard() {
    return of(CacheBounds.standard());
  }

  /** Returns a cache with the given bounds. */
  public static CompletedCache of(CacheBounds bounds) {
    return new CompletedCache(Optional.of(bounds));
  }

  /** Returns the setting for no cache: the consumer asks the store about every delivery. */
  public static CompletedCache off() {
    return new CompletedCache(Optional.empty());
  }

  /**
   * Returns the view that a consumer's deliveries have of its store. No cache is put in front of a
   * {@link CachingStore}, because that already is one. Nor is one put in front of a {@link
   * MigratingStore}, because there a message that comes again repairs a copy that was lost.
   *
   * @param observer called for each cache hit, see {@link TransitionObserver#onCacheHit}
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
