/** Payments by HTTP, each booked once. */
@NullMarked
package dev.effectivelyonce.functions.paymentsapi;

import org.jspecify.annotations.NullMarked;
