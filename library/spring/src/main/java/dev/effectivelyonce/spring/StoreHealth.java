package dev.effectivelyonce.spring;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.store.IdempotencyStore;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** Reads a record, which need not exist: it is up if the store answers. */
final class StoreHealth extends AbstractHealthIndicator {
  private static final RecordId ANY =
      RecordId.of(new ConsumerName("health"), BusinessKey.of("health"));

  private final IdempotencyStore store;

  StoreHealth(IdempotencyStore store) {
    super("The store of records can't be read");
    this.store = store;
  }

  @Override
  protected void doHealthCheck(Health.Builder health) {
    store.find(ANY);
    health.up();
  }
}
