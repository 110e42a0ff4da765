package dev.effectivelyonce.operations.doctor;

import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.Durability;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.operations.OperatorContext;
import dev.effectivelyonce.operations.config.ConsumerEntry;
import dev.effectivelyonce.operations.deployed.LookupResult;
import dev.effectivelyonce.operations.problem.Kind;
import dev.effectivelyonce.operations.problem.OperationException;
import dev.effectivelyonce.operations.store.OpenStore;
import dev.effectivelyonce.operations.store.StoreUrl;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;

/** Examines a store beside DynamoDB, and the consumer's records there. */
record StoreExamination(ConsumerEntry consumer, OperatorContext context, Examination found) {
  private static final Duration PATIENCE = Duration.ofHours(1);
  private static final int MOST_LISTED = 1_000;

  void examine() {
    StoreUrl url = StoreUrl.of(consumer.table());
    String where = url.shown();
    OpenStore store = context.other(consumer);
    found.of(
        ask(store::faults),
        where,
        "the store",
        faults -> {
          found.note(where + " was checked" + as(url));
          faults.forEach(it -> found.require(false, where, it.problem(), it.remedy()));
        });
    durability(url, where);
    found.of(
        ask(() -> halfDone(store)),
        where,
        "what is half done",
        records -> TableChecks.halfDone(where, consumer, records, found));
  }

  private static String as(StoreUrl url) {
    return switch (url.kind()) {
      case POSTGRESQL ->
          ", with the rights of the user %s; the table of an outbox was not"
              .formatted(url.user().orElse("of this machine"));
      case REDIS, REDIS_BY_TLS -> "";
    };
  }

  private void durability(StoreUrl url, String where) {
    url.durability()
        .ifPresent(
            it ->
                found.note(
                    it == Durability.SYNC
                        ? where + " is declared SYNC: each answered write survives a failover"
                        : where + " is declared ASYNC: each event runs once unless a failover"));
  }

  private long halfDone(OpenStore store) {
    Instant since = context.now().minus(PATIENCE);
    return store
        .listing()
        .listed(new ConsumerName(consumer.name()))
        .limit(MOST_LISTED)
        .filter(record -> record.stamp().at().isBefore(since))
        .filter(IdempotencyRecord::isOpen)
        .count();
  }

  private static <T> LookupResult<T> ask(Supplier<T> call) {
    try {
      return new LookupResult.Value<>(call.get());
    } catch (StoreException e) {
      return new LookupResult.Unknown<>(e.problem(), e.remedy());
    } catch (OperationException e) {
      // A server that can't keep records is refused when it is opened, and is a finding here.
      if (e.kind() != Kind.UNREACHABLE) {
        throw e;
      }
      return new LookupResult.Unknown<>(e.problem(), e.remedy());
    }
  }
}
