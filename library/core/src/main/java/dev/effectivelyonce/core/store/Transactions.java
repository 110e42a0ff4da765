package dev.effectivelyonce.core.store;

import java.util.Optional;

/** Writes a record and the effects of its handler together, for stores that can. */
@FunctionalInterface
public interface Transactions {
  /**
   * Writes record and effects as a whole or not at all. A commit may be sent again unchanged:
   * effects whose answer was lost do not happen again. If both the record's condition and one of
   * the effects' did not hold, the answer is about the record. Safe for use by many threads.
   *
   * <p>Effects are carried out only where the record's condition holds. Where they may yield a
   * value, the commit's {@linkplain Commit#keeper keeper} then decides what the record keeps, or
   * that nothing happens.
   *
   * @throws StoreException if the store can't be reached or used; record and effects may have been
   *     written or not
   */
  CommitResult commit(Commit commit);

  /** Returns how to commit several first attempts together. Default: empty, for none. */
  default Optional<CommitGroups> commitGroups() {
    return Optional.empty();
  }
}
