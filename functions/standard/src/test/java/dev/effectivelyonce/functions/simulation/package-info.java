/** Faults on request, so that a deployed stack can be tested as it is. */
@NullMarked
package dev.effectivelyonce.functions.simulation;

import org.jspecify.annotations.NullMarked;
