/** The port to a store of idempotency records. */
@NullMarked
package dev.effectivelyonce.core.store;

import org.jspecify.annotations.NullMarked;
