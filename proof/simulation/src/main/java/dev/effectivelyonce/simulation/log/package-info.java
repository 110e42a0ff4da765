/** A log of partitions, and Lambda's event source mapping on it. */
@NullMarked
package dev.effectivelyonce.simulation.log;

import org.jspecify.annotations.NullMarked;
