package dev.effectivelyonce.simulation.lambda;

import dev.effectivelyonce.simulation.kernel.SimulatedProcess;
import dev.effectivelyonce.simulation.queue.Received;

/** Makes the processes of a function, and hears what becomes of its invocations. */
public interface Hosts extends FunctionHosts<BatchFunction> {
  /** An invocation begins. */
  void began(SimulatedProcess process, Invocation invocation);

  /** A message was acknowledged by its invocation. */
  void acknowledged(Invocation invocation, Received message);
}
