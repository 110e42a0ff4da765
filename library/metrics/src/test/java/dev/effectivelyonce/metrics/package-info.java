/** Tests of the parts of the SQS consumer that need no store. */
@NullMarked
package dev.effectivelyonce.metrics;

import org.jspecify.annotations.NullMarked;
