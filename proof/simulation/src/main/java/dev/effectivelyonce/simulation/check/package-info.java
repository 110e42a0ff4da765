/** What must hold: every write and every effect of a history, judged as it happens. */
@NullMarked
package dev.effectivelyonce.simulation.check;

import org.jspecify.annotations.NullMarked;
