package dev.effectivelyonce.core.store;

import java.util.Optional;

/** Writes a record and the effects of its handler together, for stores that support it. */
@FunctionalInterface
public interface Transactions {
  /**
   * Writes the record and the effects as a whole or not at all. A commit whose answer was lost may
   * be sent again unchanged: its effects do not happen twice. If neither the record's condition nor
   * that of an effect held, the answer is about the record. Safe for use by many threads.
   *
   * <p>Effects are carried out only if the record's condition holds. If they may yield a value, the
   * commit's {@linkplain Commit#keeper keeper} then decides which result the record keeps, or that
   * nothing happens.
   *
   * @throws StoreException if the store can't be reached or used; record and effects may have been
   *     written or not
   */
  CommitResult commit(Commit commit);

  /**
   * Returns the groups that commit several first attempts together. Default: empty, for stores that
   * do not support it.
   */
  default Optional<CommitGroups> commitGroups() {
    return Optional.empty();
  }
}
