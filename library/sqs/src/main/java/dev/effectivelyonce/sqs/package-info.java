/** Consumers for SQS on Lambda. They take a batch and return a partial batch response. */
@NullMarked
package dev.effectivelyonce.sqs;

import org.jspecify.annotations.NullMarked;
