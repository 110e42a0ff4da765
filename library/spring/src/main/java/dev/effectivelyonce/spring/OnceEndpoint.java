package dev.effectivelyonce.spring;

import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.RecordListing;
import dev.effectivelyonce.core.store.StoreException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/** Shows the consumers of this process, and which of their events wait for an operator. */
@Endpoint(id = "effectivelyonce")
final class OnceEndpoint {
  /** How many records of a consumer are read, each by a request of its own in DynamoDB. */
  static final int MOST_READ = 100;

  private final OnceListeners listeners;
  private final @Nullable RecordListing listing;

  OnceEndpoint(OnceListeners listeners, ObjectProvider<RecordListing> listing) {
    this.listeners = listeners;
    this.listing = listing.getIfUnique();
  }

  /**
   * All consumers, by their names. As a response body of Actuator's, it leaves out what is null.
   */
  record Report(Map<String, ConsumerReport> consumers) implements OperationResponseBody {}

  /**
   * One consumer.
   *
   * @param running how many messages its method handles now, in this process
   * @param records null if the application has no listing of records
   */
  record ConsumerReport(String method, int running, @Nullable RecordsReport records) {}

  /**
   * Counts of the {@value #MOST_READ} listed records that have not changed for longest.
   *
   * @param oldest when the oldest of those that are held or half done changed
   * @param problem why there are no counts
   */
  record RecordsReport(
      long held, long halfDone, long failed, @Nullable Instant oldest, @Nullable String problem) {}

  @ReadOperation
  Report consumers() {
    Map<String, ConsumerReport> consumers = new LinkedHashMap<>();
    listeners
        .methods()
        .forEach(
            (name, listened) ->
                consumers.put(
                    name,
                    new ConsumerReport(
                        ListenerMethods.shown(listened.method()),
                        listened.running().get(),
                        listing == null ? null : records(listing, new ConsumerName(name)))));
    return new Report(consumers);
  }

  private RecordsReport records(RecordListing listing, ConsumerName consumer) {
    Instant now = listeners.platform().clock().instant();
    List<IdempotencyRecord> listed;
    try {
      listed =
          listing
              .listed(consumer, unreadable -> {})
              .filter(it -> !it.isExpired(now))
              .limit(MOST_READ)
              .toList();
    } catch (StoreException e) {
      return new RecordsReport(0, 0, 0, null, e.getMessage());
    }
    Predicate<IdempotencyRecord> held = it -> it.status() == Status.UNKNOWN;
    return new RecordsReport(
        count(listed, held),
        count(listed, IdempotencyRecord::isOpen),
        count(listed, it -> it.status() == Status.FAILED),
        listed.stream()
            .filter(held.or(IdempotencyRecord::isOpen))
            .map(it -> it.stamp().at())
            .findFirst()
            .orElse(null),
        null);
  }

  private static long count(List<IdempotencyRecord> listed, Predicate<IdempotencyRecord> which) {
    return listed.stream().filter(which).count();
  }
}
