/** The whole system of one history, from its producers to its operator. */
@NullMarked
package dev.effectivelyonce.simulation.world;

import org.jspecify.annotations.NullMarked;
