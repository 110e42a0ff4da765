/** The place where the functions find the payment gateway's stand-in. */
@NullMarked
package dev.effectivelyonce.local.payment;

import org.jspecify.annotations.NullMarked;
