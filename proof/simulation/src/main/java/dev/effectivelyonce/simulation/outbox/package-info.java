/** The outbox table and the queue behind it, as a publisher and a sweeper reach them. */
@NullMarked
package dev.effectivelyonce.simulation.outbox;

import org.jspecify.annotations.NullMarked;
