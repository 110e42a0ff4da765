/** Messages that the handler of an event sends, kept as items until they are sent. */
@NullMarked
package dev.effectivelyonce.dynamodb.outbox;

import org.jspecify.annotations.NullMarked;
