package dev.effectivelyonce.simulation.lambda;

import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.Faults;
import dev.effectivelyonce.simulation.history.Trace;
import dev.effectivelyonce.simulation.kernel.Scheduler;
import dev.effectivelyonce.simulation.kernel.SimulatedProcess;
import java.time.Duration;
import java.util.List;

/**
 * What happens to a process in the midst of an invocation: it dies, or stands still for a while.
 *
 * @param steps within how many of its steps
 * @param stalls for how long it may stand still, the harmless one first
 */
public record ProcessTrouble(
    Scheduler scheduler, Faults faults, Trace trace, int steps, List<Duration> stalls) {
  /** For how long most processes stand still. */
  public static final List<Duration> STALLS =
      List.of(Duration.ofMillis(800), Duration.ofSeconds(3), Duration.ofSeconds(7));

  /** Within how many steps of an invocation of a consumer. */
  static final int STEPS_OF_AN_INVOCATION = 60;

  /** That of a consumer's invocations. */
  public static ProcessTrouble ofInvocations(Scheduler scheduler, Faults faults, Trace trace) {
    return new ProcessTrouble(scheduler, faults, trace, STEPS_OF_AN_INVOCATION, STALLS);
  }

  /**
   * Decides it for an invocation that begins.
   *
   * @param dies what its death is
   */
  public void of(SimulatedProcess process, Runnable dies) {
    if (faults.happens(Fault.PROCESS_DIES)) {
      process.afterSteps(faults.pick(steps), unlessCalm(dies));
    } else if (faults.happens(Fault.PROCESS_STALLS)) {
      process.afterSteps(faults.pick(steps), unlessCalm(() -> stall(process)));
    }
  }

  /** What stood still may take its next step when nothing goes wrong any more. */
  private Runnable unlessCalm(Runnable trouble) {
    return () -> {
      if (!faults.isCalm()) {
        trouble.run();
      }
    };
  }

  private void stall(SimulatedProcess process) {
    Duration stalled = stalls.get(faults.pick(stalls.size()));
    trace.line(process.name(), "stands still for", stalled);
    process.freeze();
    scheduler.after(stalled, process::thaw);
  }
}
