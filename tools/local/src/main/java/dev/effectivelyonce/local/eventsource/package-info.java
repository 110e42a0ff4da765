/**
 * The SQS event source mapping: polls, batches, invokes, reads the response, deletes what
 * succeeded.
 */
@NullMarked
package dev.effectivelyonce.local.eventsource;

import org.jspecify.annotations.NullMarked;
