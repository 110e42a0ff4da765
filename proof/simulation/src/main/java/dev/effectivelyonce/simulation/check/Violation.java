package dev.effectivelyonce.simulation.check;

/**
 * An invariant that did not hold.
 *
 * @param invariant which
 * @param detail where and how
 */
public record Violation(Invariant invariant, String detail) {}
