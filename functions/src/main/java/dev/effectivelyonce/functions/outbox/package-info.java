/** The publisher and the sweeper of the outbox. */
@NullMarked
package dev.effectivelyonce.functions.outbox;

import org.jspecify.annotations.NullMarked;
