/**
 * What a history is made of besides its threads: faults, their chances, the trace and the counts.
 */
@NullMarked
package dev.effectivelyonce.simulation.history;

import org.jspecify.annotations.NullMarked;
