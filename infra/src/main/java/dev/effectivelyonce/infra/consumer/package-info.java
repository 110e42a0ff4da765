/**
 * The CDK constructs that other stacks reuse: a consumer with its queues, and the table of its
 * records.
 */
@NullMarked
package dev.effectivelyonce.infra.consumer;

import org.jspecify.annotations.NullMarked;
