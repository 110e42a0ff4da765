/** Tests of the log. */
@NullMarked
package dev.effectivelyonce.functions.logging;

import org.jspecify.annotations.NullMarked;
