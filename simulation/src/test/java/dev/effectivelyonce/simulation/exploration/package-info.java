/** Tests of the exploration, and the exploration as a test. */
@NullMarked
package dev.effectivelyonce.simulation.exploration;

import org.jspecify.annotations.NullMarked;
