package dev.effectivelyonce.operations.store;

import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.RecordListing;
import java.util.List;

/** A store that is not DynamoDB, opened. Its driver is loaded when the first one is. */
public interface OpenStore extends AutoCloseable {
  /**
   * A fault of the server.
   *
   * @param problem without a full stop
   * @param remedy without a full stop
   */
  record Fault(String problem, String remedy) {}

  /**
   * Opens it. Nothing is asked before the first call, but what a Redis store asks at its start.
   *
   * @param listing as the consumer has it
   */
  static OpenStore of(StoreUrl url, Listing listing) {
    return switch (url.kind()) {
      case POSTGRESQL -> new OpenPostgres(url, listing);
      case REDIS, REDIS_BY_TLS -> new OpenRedis(url, listing);
    };
  }

  /** Returns the store. */
  IdempotencyStore store();

  /** Returns its listing. */
  RecordListing listing();

  /**
   * Returns what is wrong with the server.
   *
   * @throws dev.effectivelyonce.core.store.StoreException if it did not answer
   */
  List<Fault> faults();

  @Override
  void close();
}
