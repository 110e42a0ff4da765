/**
 * Threads, time and chance of a history: one step at a time, each choice made by a {@link Choices}.
 */
@NullMarked
package dev.effectivelyonce.simulation.kernel;

import org.jspecify.annotations.NullMarked;
