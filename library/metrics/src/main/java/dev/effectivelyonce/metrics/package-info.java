/** Writes the outcomes of a consumer as metrics of CloudWatch. */
@NullMarked
package dev.effectivelyonce.metrics;

import org.jspecify.annotations.NullMarked;
