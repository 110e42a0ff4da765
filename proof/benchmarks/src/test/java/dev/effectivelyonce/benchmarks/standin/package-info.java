/** Tests of the stand-in for DynamoDB. */
@NullMarked
package dev.effectivelyonce.benchmarks.standin;

import org.jspecify.annotations.NullMarked;
