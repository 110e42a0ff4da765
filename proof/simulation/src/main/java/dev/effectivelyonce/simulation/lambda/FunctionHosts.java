package dev.effectivelyonce.simulation.lambda;

import dev.effectivelyonce.simulation.kernel.SimulatedProcess;

/**
 * Makes the processes of a function.
 *
 * @param <F> the function
 */
public interface FunctionHosts<F> {
  /** A new process. */
  SimulatedProcess process();

  /** The function, as a new process starts it. */
  F start(SimulatedProcess process);
}
