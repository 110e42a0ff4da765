/** Messages that a handled event sends, whichever store they wait in. */
@NullMarked
package dev.effectivelyonce.core.outbox;

import org.jspecify.annotations.NullMarked;
