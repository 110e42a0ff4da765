package dev.effectivelyonce.simulation.run;

import java.util.Arrays;
import java.util.function.Predicate;

/**
 * Makes the choices of a failing history fewer and tamer, as long as it fails in the same way. A
 * choice of 0 is the harmless one, and so is every choice beyond the end.
 */
final class Shrinker {
  private final Predicate<int[]> fails;
  private int runsLeft;
  private int[] choices;

  private Shrinker(Predicate<int[]> fails, int[] choices, int most) {
    this.fails = fails;
    this.choices = choices;
    this.runsLeft = most;
  }

  /**
   * The smallest list of choices found.
   *
   * @param fails whether choices still lead to the same failure
   * @param most how many lists are tried
   */
  static int[] shrink(int[] choices, Predicate<int[]> fails, int most) {
    return new Shrinker(fails, withoutTail(choices), most).shrunk();
  }

  private int[] shrunk() {
    int before;
    do {
      before = weight();
      for (int size = Math.max(1, choices.length / 2); size >= 1; size /= 2) {
        pass(size);
      }
    } while (weight() < before && runsLeft > 0);
    return choices;
  }

  private void pass(int size) {
    for (int start = choices.length - size; start > -size && runsLeft > 0; start -= size) {
      int from = Math.max(0, start);
      int to = Math.min(choices.length, start + size);
      if (to > from && !tries(without(from, to)) && !tries(zeroed(from, to)) && size == 1) {
        lower(from);
      }
    }
  }

  private void lower(int index) {
    int[] lower = choices.clone();
    lower[index] /= 2;
    tries(lower);
  }

  private boolean tries(int[] candidate) {
    int[] shorter = withoutTail(candidate);
    if (runsLeft == 0 || weight(shorter) >= weight()) {
      return false;
    }
    runsLeft--;
    if (fails.test(shorter)) {
      choices = shorter;
      return true;
    }
    return false;
  }

  private int[] without(int from, int to) {
    int[] fewer = new int[choices.length - (to - from)];
    System.arraycopy(choices, 0, fewer, 0, from);
    System.arraycopy(choices, to, fewer, from, choices.length - to);
    return fewer;
  }

  private int[] zeroed(int from, int to) {
    int[] tamer = choices.clone();
    Arrays.fill(tamer, from, to, 0);
    return tamer;
  }

  private int weight() {
    return weight(choices);
  }

  /** What makes a history hard to read: its length, and how much of it is not harmless. */
  private static int weight(int[] of) {
    return of.length
        + 10 * (int) Arrays.stream(of).filter(it -> it != 0).count()
        + (int) Arrays.stream(of).mapToLong(it -> 32 - Integer.numberOfLeadingZeros(it)).sum();
  }

  private static int[] withoutTail(int[] of) {
    int length = of.length;
    while (length > 0 && of[length - 1] == 0) {
      length--;
    }
    return Arrays.copyOf(of, length);
  }
}
