package dev.effectivelyonce.testkit;

import dev.effectivelyonce.core.store.GroupWriter;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Write;
import java.util.List;
import java.util.Optional;

/**
 * Carries out groups of writes, one write after the other.
 *
 * @param store the store that carries out each write
 */
public record InMemoryGroups(IdempotencyStore store) implements GroupWriter {
  /** The limit of DynamoDB. */
  private static final int LIMIT = 25;

  /** The number of DynamoDB's store. */
  private static final int AT_ONCE = 8;

  @Override
  public int limit() {
    return LIMIT;
  }

  @Override
  public int maxConcurrentRequests() {
    return AT_ONCE;
  }

  @Override
  public void write(List<Write.Groupable> writes, Answers answers) {
    for (int i = 0; i < writes.size(); i++) {
      answers.answer(i, Optional.of(store.write(writes.get(i))));
    }
  }
}
