/** Payments from a FIFO queue, each booked once and in the order of its account. */
@NullMarked
package dev.effectivelyonce.functions.payments;

import org.jspecify.annotations.NullMarked;
