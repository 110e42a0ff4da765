/** The decision of an attempt whose claim was refused: pure, without clock or network. */
@NullMarked
package dev.effectivelyonce.core.protocol;

import org.jspecify.annotations.NullMarked;
