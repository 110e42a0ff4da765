/** The contracts hold for the store in memory. */
@NullMarked
package dev.effectivelyonce.contracts;

import org.jspecify.annotations.NullMarked;
