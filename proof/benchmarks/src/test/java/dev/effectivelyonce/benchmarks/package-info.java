/** Tests that the harness is honest. */
@NullMarked
package dev.effectivelyonce.benchmarks;

import org.jspecify.annotations.NullMarked;
