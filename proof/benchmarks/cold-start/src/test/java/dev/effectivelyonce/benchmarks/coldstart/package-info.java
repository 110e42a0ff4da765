/** Tests of the harness. */
@NullMarked
package dev.effectivelyonce.benchmarks.coldstart;

import org.jspecify.annotations.NullMarked;
