/** Tests of every scenario, small, and of the parts that measure. */
@NullMarked
package dev.effectivelyonce.benchmarks.run;

import org.jspecify.annotations.NullMarked;
