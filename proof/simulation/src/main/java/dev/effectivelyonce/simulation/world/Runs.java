package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.simulation.kernel.SimulatedProcess;

/** Runs of one kind of work, each in a process of its own. */
abstract class Runs {
  final HistoryContext basis;
  private int atWork;

  Runs(HistoryContext basis) {
    this.basis = basis;
  }

  final boolean isAtWork() {
    return atWork > 0;
  }

  final void start(SimulatedProcess process, Runnable work) {
    atWork++;
    process.start(
        () -> {
          work.run();
          process.forgetSteps();
          atWork--;
        });
  }

  final void die(SimulatedProcess process) {
    basis.trace.line(process.name(), "dies");
    process.kill();
    atWork--;
  }
}
