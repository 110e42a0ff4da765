/** Decides what an attempt does after its claim was refused, without a clock or network calls. */
@NullMarked
package dev.effectivelyonce.core.protocol;

import org.jspecify.annotations.NullMarked;
