/** Orders from a standard queue, each written once. */
@NullMarked
package dev.effectivelyonce.functions.orders;

import org.jspecify.annotations.NullMarked;
