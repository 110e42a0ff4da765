package dev.effectivelyonce.simulation.kernel;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Makes every choice of a history, so that the same choices give the same history. Choice 0 is the
 * harmless one, by convention: the first in line, no fault.
 */
@FunctionalInterface
public interface Choices {
  /**
   * One of {@code bound} ways to go on, from 0.
   *
   * @param bound at least 1
   */
  int next(int bound);

  /** Whether something happens that happens so often in a thousand times. */
  default boolean happens(int perMille) {
    return next(1000) >= 1000 - perMille;
  }

  /** The choices of a seed. */
  static Choices ofSeed(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return random::nextInt;
  }

  /** The choices given, then always 0. A choice that is out of bounds is taken modulo its bound. */
  static Choices of(int... given) {
    int[] choices = Arrays.copyOf(given, given.length);
    int[] position = {0};
    return bound -> position[0] < choices.length ? choices[position[0]++] % bound : 0;
  }
}
