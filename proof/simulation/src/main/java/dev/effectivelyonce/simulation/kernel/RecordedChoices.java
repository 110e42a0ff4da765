package dev.effectivelyonce.simulation.kernel;

import java.util.Arrays;

/** Remembers the choices that another makes. */
public final class RecordedChoices implements Choices {
  private final Choices choices;
  private int[] made = new int[256];
  private int count;

  /** Remembers what {@code choices} chooses. */
  public RecordedChoices(Choices choices) {
    this.choices = choices;
  }

  @Override
  public int next(int bound) {
    int choice = choices.next(bound);
    if (count == made.length) {
      made = Arrays.copyOf(made, 2 * count);
    }
    made[count++] = choice;
    return choice;
  }

  /** The choices so far. */
  public int[] made() {
    return Arrays.copyOf(made, count);
  }
}
