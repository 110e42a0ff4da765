package dev.effectivelyonce.core.engine;

import java.util.List;

/**
 * The lanes of a batch, by their threads.
 *
 * @param atOnce how many lanes run at once
 * @param threads the threads of all lanes, once they start; empty if they are not known
 */
public record LaneThreads(int atOnce, List<Thread> threads) {
  /** Returns lanes of which only the number is known. */
  public static LaneThreads unknown(int atOnce) {
    return new LaneThreads(atOnce, List.of());
  }
}
