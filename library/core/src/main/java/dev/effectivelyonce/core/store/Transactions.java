package dev.effectivelyonce.core.store;

import java.util.Optional;

/** Writes a record and the effects of its handler together, for stores that can. */
@FunctionalInterface
public interface Transactions {
  /**
   * Writes them as a whole or not at all. A commit may be sent again as it was: effects whose
   * answer was lost do not happen again. Where both the record's condition and one of the effects'
   * did not hold, the record's is the answer. Safe for use by many threads.
   *
   * @throws StoreException if the store can't be reached or used; record and effects may have been
   *     written or not
   */
  CommitResult commit(Commit commit);

  /** How several first attempts are committed together; empty, the default, if they can't be. */
  default Optional<CommitGroups> commitGroups() {
    return Optional.empty();
  }
}
