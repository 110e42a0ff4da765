/** Runs the parts of a benchmark, its subjects in turns. */
@NullMarked
package dev.effectivelyonce.benchmarks.run;

import org.jspecify.annotations.NullMarked;
