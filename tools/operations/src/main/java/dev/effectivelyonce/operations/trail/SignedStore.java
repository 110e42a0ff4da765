package dev.effectivelyonce.operations.trail;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.TrailEntry;
import dev.effectivelyonce.core.store.Durability;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.OperatorTrail;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A store whose operator's writes leave an entry in the trail of their record. A write that meets
 * another, or a limit of the table, goes again a few times.
 *
 * @param store which keeps the records
 * @param actor who does it
 * @param reason why
 * @param platform time, ids and waiting
 */
public record SignedStore(
    IdempotencyStore store, Supplier<String> actor, Optional<String> reason, Platform platform)
    implements IdempotencyStore {
  private static final int TRIES = 5;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);

  @Override
  public WriteResult write(Write write) {
    return write instanceof Write.ByOperator decision
        ? store.trail().map(trail -> signed(trail, decision)).orElseGet(() -> store.write(write))
        : store.write(write);
  }

  @Override
  public Optional<IdempotencyRecord> find(RecordId id) {
    return store.find(id);
  }

  @Override
  public IdempotencyStore endingBy(Instant deadline) {
    return new SignedStore(store.endingBy(deadline), actor, reason, platform);
  }

  @Override
  public Durability durability() {
    return store.durability();
  }

  @Override
  public Optional<OperatorTrail> trail() {
    return store.trail();
  }

  private WriteResult signed(OperatorTrail trail, Write.ByOperator decision) {
    TrailEntry entry =
        OperatorTrail.entry(
            decision,
            platform.owners().get().value(),
            platform.clock().instant(),
            actor.get(),
            reason);
    Duration pause = FIRST_PAUSE;
    for (int tries = 1; ; tries++) {
      try {
        return trail.write(decision, entry);
      } catch (StoreException e) {
        if (e.kind() != StoreException.Kind.THROTTLED || tries == TRIES || !waited(pause)) {
          throw e;
        }
        pause = pause.multipliedBy(2);
      }
    }
  }

  private boolean waited(Duration pause) {
    try {
      platform.pause().pause(pause);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
