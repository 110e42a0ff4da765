/** SQS: queues, and the client that reaches them. */
@NullMarked
package dev.effectivelyonce.simulation.queue;

import org.jspecify.annotations.NullMarked;
