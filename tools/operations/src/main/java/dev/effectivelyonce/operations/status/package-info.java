/** How consumers are now: their queues, functions, alarms and outbox. */
@NullMarked
package dev.effectivelyonce.operations.status;

import org.jspecify.annotations.NullMarked;
