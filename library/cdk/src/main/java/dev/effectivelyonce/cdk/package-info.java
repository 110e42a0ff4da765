/**
 * The CDK constructs that other stacks reuse: a consumer with its queues, an API with its URL, and
 * the table of their records.
 */
@NullMarked
package dev.effectivelyonce.cdk;

import org.jspecify.annotations.NullMarked;
