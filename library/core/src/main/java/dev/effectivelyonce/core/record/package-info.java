/** The idempotency record, and the states it goes through. */
@NullMarked
package dev.effectivelyonce.core.record;

import org.jspecify.annotations.NullMarked;
