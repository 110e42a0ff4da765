/** Tests of the gauges. */
@NullMarked
package dev.effectivelyonce.benchmarks.meter;

import org.jspecify.annotations.NullMarked;
