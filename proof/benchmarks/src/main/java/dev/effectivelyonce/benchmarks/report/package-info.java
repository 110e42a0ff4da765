/** Tables, plots and files of what was measured. */
@NullMarked
package dev.effectivelyonce.benchmarks.report;

import org.jspecify.annotations.NullMarked;
