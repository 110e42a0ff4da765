package dev.effectivelyonce.core.store;

import java.util.List;
import java.util.Optional;

/**
 * Carries out several writes in one request, for stores that support it. Each write keeps its own
 * guard and outcome. It happens as a whole or not at all, independently of the others and in no
 * particular order. Safe for use by many threads.
 */
public interface GroupWriter {
  /** Returns the maximum number of writes in a request, which is at least 2. */
  int limit();

  /**
   * Returns how many requests of one batch may be under way at once, at least 1. Further writes
   * wait for one of the answers and are then sent together. A batch with more lanes than fit into
   * this number of requests may have one request for every {@link #limit()} lanes.
   */
  int maxConcurrentRequests();

  /**
   * Carries out the writes. Answers each on the calling thread as soon as its outcome is known.
   *
   * @param writes the writes, each of another record; at most {@link #limit()}
   * @throws StoreException if there is no answer for the rest: each of these writes may have
   *     happened or not
   */
  void write(List<Write.Groupable> writes, Answers answers);

  /** Receives the outcomes of a group's writes. */
  @FunctionalInterface
  interface Answers {
    /**
     * Receives the outcome of one write.
     *
     * @param index the index of the write in its group
     * @param result the outcome; empty if the group can't tell: the write may have happened or not,
     *     and must be sent again on its own
     */
    void answer(int index, Optional<WriteResult> result);
  }
}
