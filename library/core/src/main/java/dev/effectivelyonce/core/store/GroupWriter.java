package dev.effectivelyonce.core.store;

import java.util.List;
import java.util.Optional;

/**
 * Carries out several writes in one request, for stores that can. Each write keeps its guard and
 * its outcome. It happens as a whole or not at all, whatever becomes of the others, and in no
 * order. Safe for use by many threads.
 */
public interface GroupWriter {
  /** Returns how many writes a request takes; at least 2. */
  int limit();

  /**
   * Returns how many requests of one batch may be under way at once; at least 1. What is written
   * meanwhile waits for one of their answers, and leaves with all that came. A batch with more
   * lanes than so many groups take has a request for each {@link #limit()} of its lanes.
   */
  int maxConcurrentRequests();

  /**
   * Carries out the writes, and answers each as soon as its outcome is known, on the calling
   * thread.
   *
   * @param writes no two of one record; at most {@link #limit()}
   * @throws StoreException if there is no answer for the rest: each of these writes may have
   *     happened or not
   */
  void write(List<Write.Groupable> writes, Answers answers);

  /** Takes the outcomes of a group's writes. */
  @FunctionalInterface
  interface Answers {
    /**
     * The outcome of one write.
     *
     * @param index of the write in its group
     * @param result empty where the group can't tell: the write may have happened or not, and is to
     *     be sent again, alone
     */
    void answer(int index, Optional<WriteResult> result);
  }
}
