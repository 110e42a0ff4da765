/** The network, and the store behind it. */
@NullMarked
package dev.effectivelyonce.simulation.store;

import org.jspecify.annotations.NullMarked;
