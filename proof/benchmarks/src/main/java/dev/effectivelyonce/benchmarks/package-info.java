/** The benchmarks' command: mvn -Pbenchmark. */
@NullMarked
package dev.effectivelyonce.benchmarks;

import org.jspecify.annotations.NullMarked;
