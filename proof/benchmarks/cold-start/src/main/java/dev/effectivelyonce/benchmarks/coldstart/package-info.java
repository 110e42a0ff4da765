/** Measures cold starts of packaged functions behind a local Runtime API. */
@NullMarked
package dev.effectivelyonce.benchmarks.coldstart;

import org.jspecify.annotations.NullMarked;
