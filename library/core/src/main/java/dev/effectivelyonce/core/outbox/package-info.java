/** Messages that the handler of an event sends, in whichever store they wait. */
@NullMarked
package dev.effectivelyonce.core.outbox;

import org.jspecify.annotations.NullMarked;
