/**
 * CDK constructs for other stacks: consumers with their queues, APIs with their URLs, outboxes, and
 * the table of idempotency records.
 */
@NullMarked
package dev.effectivelyonce.cdk;

import org.jspecify.annotations.NullMarked;
