/** Powertools 2 as a subject of the benchmarks. */
@NullMarked
package dev.effectivelyonce.benchmarks.powertools2;

import org.jspecify.annotations.NullMarked;
