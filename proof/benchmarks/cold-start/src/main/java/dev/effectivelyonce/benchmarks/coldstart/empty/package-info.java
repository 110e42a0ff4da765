/** A function without work, to measure what JVM and runtime client take. */
@NullMarked
package dev.effectivelyonce.benchmarks.coldstart.empty;

import org.jspecify.annotations.NullMarked;
