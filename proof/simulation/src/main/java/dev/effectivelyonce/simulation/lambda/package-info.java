/** Lambda: event source, environments and invocations. */
@NullMarked
package dev.effectivelyonce.simulation.lambda;

import org.jspecify.annotations.NullMarked;
