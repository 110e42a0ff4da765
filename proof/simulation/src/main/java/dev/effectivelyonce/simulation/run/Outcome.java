package dev.effectivelyonce.simulation.run;

import dev.effectivelyonce.simulation.history.Counts;
import java.time.Duration;
import java.util.List;

/**
 * What many histories came to.
 *
 * @param histories how many there were
 * @param elapsed how long they took
 * @param counts what happened in them
 * @param failures those in which an invariant did not hold, by their seeds
 */
public record Outcome(long histories, Duration elapsed, Counts counts, List<Failure> failures) {}
