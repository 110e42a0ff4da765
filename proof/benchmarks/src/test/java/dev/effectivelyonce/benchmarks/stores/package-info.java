/** Tests of the comparison of stores. */
@NullMarked
package dev.effectivelyonce.benchmarks.stores;

import org.jspecify.annotations.NullMarked;
