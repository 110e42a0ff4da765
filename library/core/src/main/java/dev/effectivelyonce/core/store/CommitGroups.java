package dev.effectivelyonce.core.store;

import java.util.List;
import java.util.Optional;

/**
 * Carries out several commits in one transaction, for stores that can. Each has the condition and
 * the outcome that it would have alone: a refused commit does not keep the others back. Safe for
 * use by many threads.
 */
public interface CommitGroups {
  /** Returns how many commits a transaction takes, at most; at least 2. */
  int limit();

  /**
   * Carries out the commits, and answers each as soon as its outcome is known, on the calling
   * thread.
   *
   * @param commits no two of one record; at most {@link #limit()}
   * @throws StoreException if there is no answer for the rest: each of these commits may have
   *     happened as a whole, or not
   */
  void commit(List<Commit.AtOnce> commits, Answers answers);

  /** Takes the outcomes of a group's commits. */
  @FunctionalInterface
  interface Answers {
    /**
     * The outcome of one commit.
     *
     * @param index of the commit in its group
     * @param result empty where the group can't tell, or did not carry it out: it may have happened
     *     or not, and is to be sent again, alone
     */
    void answer(int index, Optional<CommitResult> result);
  }
}
