package dev.effectivelyonce.contracts;

import dev.effectivelyonce.core.store.GroupWriter;
import dev.effectivelyonce.core.store.IdempotencyStore;
import org.junit.jupiter.api.Nested;

/**
 * The contract of a {@link GroupWriter} as a JUnit test: the whole {@link IdempotencyStoreContract}
 * with writes in groups, and what groups do besides. Extend it for a store that can write groups.
 */
public abstract class GroupWriterContract extends IdempotencyStoreContract {
  /** Called by subclasses, one for each store. */
  protected GroupWriterContract() {}

  /** Returns a store without records that can write groups. Called once before each test. */
  protected abstract IdempotencyStore emptyStoreWithGroups();

  @Override
  protected final IdempotencyStore emptyStore() {
    return new EachInAGroup(emptyStoreWithGroups());
  }

  @Nested
  class WritingGroups extends GroupContract {
    @Override
    IdempotencyStore emptyStore() {
      return emptyStoreWithGroups();
    }
  }
}
