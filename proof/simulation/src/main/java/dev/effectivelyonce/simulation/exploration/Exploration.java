package dev.effectivelyonce.simulation.exploration;

import java.util.Optional;

/**
 * What an exploration came to.
 *
 * @param states visited, each once
 * @param transitions taken between them
 * @param histories at least so many interleavings lead through them
 * @param depth steps of the longest history, or of the counterexample
 */
record Exploration(
    String scenario,
    int states,
    long transitions,
    double histories,
    int depth,
    Optional<Counterexample> counterexample) {
  /** The promise that is broken, with its history. */
  Optional<String> broken() {
    return counterexample.map(it -> scenario + ": " + it);
  }
}
