/**
 * Every history of a few workers on one key, to a stated bound: the real engine, all interleavings,
 * crashes, lost answers and lapsing leases, each state visited once.
 */
@NullMarked
package dev.effectivelyonce.simulation.exploration;

import org.jspecify.annotations.NullMarked;
