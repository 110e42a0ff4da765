/** Consumers of SQS on Lambda: batches in, partial batch responses out. */
@NullMarked
package dev.effectivelyonce.sqs;

import org.jspecify.annotations.NullMarked;
