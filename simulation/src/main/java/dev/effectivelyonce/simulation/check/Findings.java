package dev.effectivelyonce.simulation.check;

import dev.effectivelyonce.simulation.history.Trace;
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
  public void violated(Invariant invariant, String detail, Object... arguments) {
    if (first.isEmpty()) {
      String text = detail.formatted(arguments);
      trace.line("VIOLATED", "%s: %s", invariant, text);
      first = Optional.of(new Violation(invariant, text));
    }
  }

  /** Says so if an invariant does not hold. */
  public void check(boolean holds, Invariant invariant, String detail, Object... arguments) {
    if (!holds) {
      violated(invariant, detail, arguments);
    }
  }

  /** The first one. */
  public Optional<Violation> first() {
    return first;
  }
}
