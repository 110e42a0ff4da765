package dev.effectivelyonce.simulation.history;

import dev.effectivelyonce.simulation.kernel.Choices;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Predicate;

/** What goes wrong in a history, until it is calm. For one thread at a time. */
public final class Faults {
  private final Choices choices;
  private final Counts counts;
  private final Map<Fault, Integer> perMille = new EnumMap<>(Fault.class);
  private boolean isCalm;

  /**
   * Draws how often each fault happens in this history: most happen in some histories alone, so
   * that a few faults meet, and none hides another.
   */
  public Faults(Choices choices, Counts counts) {
    this.choices = choices;
    this.counts = counts;
    draw(Fault.Kind.ALL);
  }

  /**
   * Draws the same for what goes wrong in some kind of history alone: apart, so that a history
   * without it is what it was.
   */
  public void draw(Fault.Kind kind) {
    draw(fault -> fault.kind() == kind);
  }

  /** Draws the same for what happens with this source alone. */
  public void drawOf(SourceModel source) {
    draw(fault -> fault.isOf(source));
  }

  /** Whether the history is a hostile one. */
  public boolean isHostile() {
    return perMille.containsKey(Fault.WRITE_CONFLICTS);
  }

  private void draw(Predicate<Fault> which) {
    for (Fault fault : Fault.values()) {
      if (which.test(fault)) {
        perMille.put(fault, fault.perMille(choices.next(Fault.LEVELS)));
      }
    }
  }

  /**
   * Whether it happens now. A choice is drawn even for what never happens in this history:
   * shrinking can take a kind of fault away, and the choices after it keep their meaning. None is
   * drawn for what its kind of history does not know.
   */
  public boolean happens(Fault fault) {
    if (isCalm || !perMille.containsKey(fault)) {
      return false;
    }
    boolean happens = choices.happens(perMille.getOrDefault(fault, 0));
    if (happens) {
      counts.add(fault);
    }
    return happens;
  }

  /** Whether it never happens in this history. */
  public boolean rulesOut(Fault fault) {
    return perMille.getOrDefault(fault, 0) == 0;
  }

  /** One of so many. */
  public int pick(int bound) {
    return bound == 1 ? 0 : choices.next(bound);
  }

  /** One of some durations; the first is the harmless one. */
  public Duration pick(Duration... durations) {
    return durations[pick(durations.length)];
  }

  /** After how long an invocation begins; usually after this. */
  public Duration late(Duration usual) {
    return happens(Fault.INVOCATION_LATE)
        ? pick(Duration.ofSeconds(2), Duration.ofSeconds(8), Duration.ofSeconds(35))
        : usual;
  }

  /** From now on nothing goes wrong. */
  public void calm() {
    isCalm = true;
  }

  /** Whether nothing goes wrong any more. */
  public boolean isCalm() {
    return isCalm;
  }
}
