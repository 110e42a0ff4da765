/** Tests of tables, targets and the figures in the document. */
@NullMarked
package dev.effectivelyonce.benchmarks.report;

import org.jspecify.annotations.NullMarked;
