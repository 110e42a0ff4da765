/** The turnover of each customer, from the changes of the Orders table. */
@NullMarked
package dev.effectivelyonce.functions.turnover;

import org.jspecify.annotations.NullMarked;
