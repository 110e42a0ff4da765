/** Tests of the measurement of growth. */
@NullMarked
package dev.effectivelyonce.benchmarks.growth;

import org.jspecify.annotations.NullMarked;
