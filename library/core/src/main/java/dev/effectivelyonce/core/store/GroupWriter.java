package dev.effectivelyonce.core.store;

import java.util.List;
import java.util.Optional;

/**
 * Carries out several writes in one request, for stores that can. Each write keeps the condition
 * and the outcome of the method of {@link IdempotencyStore} that it stands for: it happens as a
 * whole or not at all, whatever becomes of the others, and in no order. Safe for use by many
 * threads.
 */
public interface GroupWriter {
  /** How many writes a request takes; at least 2. */
  int limit();

  /**
   * Carries out the writes.
   *
   * @param writes no two of one record; at most {@link #limit()}
   * @return an answer for each, in their order; empty where the group can't tell: the write may
   *     have happened or not, and is to be sent again, alone
   * @throws StoreException if the request got no answer: each write may have happened or not
   */
  List<Optional<WriteResult>> write(List<Write> writes);
}
