/** Runs histories by their seeds, many at once, and repeats, shrinks and tells those that fail. */
@NullMarked
package dev.effectivelyonce.simulation.run;

import org.jspecify.annotations.NullMarked;
