/** Tests of the lines. */
@NullMarked
package dev.effectivelyonce.logging;

import org.jspecify.annotations.NullMarked;
