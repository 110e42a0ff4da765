/** Measures how long records have been half done or held. */
@NullMarked
package dev.effectivelyonce.functions.unsettled;

import org.jspecify.annotations.NullMarked;
