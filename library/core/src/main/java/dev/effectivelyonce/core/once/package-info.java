/** Runs plain code once for each business event, whatever calls it. */
@NullMarked
package dev.effectivelyonce.core.once;

import org.jspecify.annotations.NullMarked;
