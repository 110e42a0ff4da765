package dev.effectivelyonce.simulation.check;

import dev.effectivelyonce.simulation.history.Counts;
import dev.effectivelyonce.simulation.history.Faults;
import dev.effectivelyonce.simulation.history.Trace;
import dev.effectivelyonce.simulation.kernel.Scheduler;

/** What each part of a history needs: its time, what goes wrong, and who writes down what was. */
public record Stage(
    Scheduler scheduler, Faults faults, Trace trace, Counts counts, Findings findings) {}
