/** Tests of the comparison at Lambda's shares of a processor. */
@NullMarked
package dev.effectivelyonce.benchmarks.shares;

import org.jspecify.annotations.NullMarked;
