/** DynamoDB Local in a process of its own, and clients of it. */
@NullMarked
package dev.effectivelyonce.benchmarks.engine;

import org.jspecify.annotations.NullMarked;
