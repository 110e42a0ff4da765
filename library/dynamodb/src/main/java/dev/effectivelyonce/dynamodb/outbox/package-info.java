/** Messages that go out because an event was handled, kept as items until they are sent. */
@NullMarked
package dev.effectivelyonce.dynamodb.outbox;

import org.jspecify.annotations.NullMarked;
