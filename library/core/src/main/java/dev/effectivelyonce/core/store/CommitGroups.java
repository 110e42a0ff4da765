package dev.effectivelyonce.core.store;

import java.util.List;
import java.util.Optional;

/**
 * Carries out several commits in one transaction, for stores that support it. Each commit has the
 * same condition and outcome as it would have in a transaction of its own, so a refused commit does
 * not hold up the others. Safe for use by many threads.
 */
public interface CommitGroups {
  /** Returns the maximum number of commits in a transaction, which is at least 2. */
  int limit();

  /**
   * Carries out the commits. Answers each on the calling thread as soon as its outcome is known.
   *
   * @param commits the commits, each of another record; at most {@link #limit()}
   * @throws StoreException if there is no answer for the rest: each of these commits may have
   *     happened as a whole or not at all
   */
  void commit(List<Commit.AtOnce> commits, Answers answers);

  /** Receives the outcomes of a group's commits. */
  @FunctionalInterface
  interface Answers {
    /**
     * Receives the outcome of one commit.
     *
     * @param index the index of the commit in its group
     * @param result the outcome; empty if the group can't tell or did not carry it out: the commit
     *     may have happened or not, and must be sent again on its own
     */
    void answer(int index, Optional<CommitResult> result);
  }
}
