package dev.effectivelyonce.simulation.guards;

import java.time.Duration;

/**
 * How it was noticed that a guard was off.
 *
 * @param where the scenario, the seed, or the tests
 * @param steps of the history that shows it
 * @param promise that was broken, or the test that failed
 * @param after how long
 */
record Catch(Guard guard, String where, String steps, String promise, Duration after) {}
