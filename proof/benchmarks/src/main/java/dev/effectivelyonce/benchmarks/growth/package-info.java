/** What a message costs as records and invocations grow. */
@NullMarked
package dev.effectivelyonce.benchmarks.growth;

import org.jspecify.annotations.NullMarked;
