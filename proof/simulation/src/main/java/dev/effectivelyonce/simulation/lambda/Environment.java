package dev.effectivelyonce.simulation.lambda;

import dev.effectivelyonce.simulation.kernel.SimulatedProcess;
import java.util.ArrayList;
import java.util.List;

/** A process with the function in it, and the invocations that it has. */
final class Environment {
  private final SimulatedProcess process;
  private final BatchFunction function;
  private final List<Invocation> running = new ArrayList<>();

  Environment(SimulatedProcess process, BatchFunction function) {
    this.process = process;
    this.function = function;
  }

  SimulatedProcess process() {
    return process;
  }

  BatchFunction function() {
    return function;
  }

  List<Invocation> running() {
    return running;
  }
}
