/** The batches that every subject gets. */
@NullMarked
package dev.effectivelyonce.benchmarks.scenario;

import org.jspecify.annotations.NullMarked;
