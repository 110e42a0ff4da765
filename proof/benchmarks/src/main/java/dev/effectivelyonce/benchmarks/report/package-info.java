/** Tables of what was measured, and their places in pages. */
@NullMarked
package dev.effectivelyonce.benchmarks.report;

import org.jspecify.annotations.NullMarked;
