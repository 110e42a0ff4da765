package dev.effectivelyonce.simulation.guards;

import java.time.Duration;

/**
 * How it was noticed that a guard was off.
 *
 * @param by what: the exploration, the simulation, or tests
 * @param where the scenario, the seed, or the test
 * @param steps of the history that shows it
 * @param promise that was broken
 * @param after how long
 */
record Catch(Guard guard, String by, String where, String steps, String promise, Duration after) {}
