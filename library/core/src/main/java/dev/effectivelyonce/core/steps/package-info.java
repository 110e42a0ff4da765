/** Named effects inside of a claim, each remembered, and what becomes of those in doubt. */
@NullMarked
package dev.effectivelyonce.core.steps;

import org.jspecify.annotations.NullMarked;
