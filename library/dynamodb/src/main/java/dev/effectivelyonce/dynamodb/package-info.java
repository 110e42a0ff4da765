/** Keeps idempotency records in a DynamoDB table. */
@NullMarked
package dev.effectivelyonce.dynamodb;

import org.jspecify.annotations.NullMarked;
