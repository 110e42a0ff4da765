/** What is measured: requests, capacity, processor time, memory. */
@NullMarked
package dev.effectivelyonce.benchmarks.meter;

import org.jspecify.annotations.NullMarked;
