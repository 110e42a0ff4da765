/** Tests of payments by HTTP. */
@NullMarked
package dev.effectivelyonce.functions.paymentsapi;

import org.jspecify.annotations.NullMarked;
