package dev.effectivelyonce.simulation.check;

import dev.effectivelyonce.simulation.history.Trace;
import dev.effectivelyonce.simulation.history.Words;
import java.util.Optional;

/** The first invariant of a history that did not hold: what follows may follow from it. */
public final class Findings {
  private final Trace trace;
  private Optional<Violation> first = Optional.empty();

  /** None so far. */
  public Findings(Trace trace) {
    this.trace = trace;
  }

  /** An invariant does not hold. Never thrown: the code under test would catch it. */
  public void violated(Invariant invariant, Object... words) {
    if (first.isEmpty()) {
      String text = Words.of(words).toString();
      trace.line("VIOLATED", invariant, ":", text);
      first = Optional.of(new Violation(invariant, text));
    }
  }

  /** Says so if an invariant does not hold. */
  public void check(boolean holds, Invariant invariant, Object... words) {
    if (!holds) {
      violated(invariant, words);
    }
  }

  /** The first one. */
  public Optional<Violation> first() {
    return first;
  }
}
