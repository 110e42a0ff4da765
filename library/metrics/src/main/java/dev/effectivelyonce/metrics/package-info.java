/** Writes the outcomes of a consumer as CloudWatch metrics. */
@NullMarked
package dev.effectivelyonce.metrics;

import org.jspecify.annotations.NullMarked;
