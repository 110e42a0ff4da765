package dev.effectivelyonce.simulation.exploration;

/** What an actor does: deterministic, given what its surroundings give it. */
@FunctionalInterface
interface Program {
  Object run(ProgramContext surroundings);
}
