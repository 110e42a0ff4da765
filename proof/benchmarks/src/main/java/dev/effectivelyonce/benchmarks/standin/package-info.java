/** A stand-in for DynamoDB that answers from memory, as fast as AWS was measured to answer. */
@NullMarked
package dev.effectivelyonce.benchmarks.standin;

import org.jspecify.annotations.NullMarked;
