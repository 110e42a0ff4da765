package dev.effectivelyonce.simulation.run;

import dev.effectivelyonce.simulation.check.Violation;

/** A history in which an invariant did not hold. */
public record Failure(long seed, Violation violation) {}
