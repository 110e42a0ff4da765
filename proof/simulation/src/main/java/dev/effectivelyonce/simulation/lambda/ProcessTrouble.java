package dev.effectivelyonce.simulation.lambda;

import dev.effectivelyonce.simulation.check.Stage;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.kernel.SimulatedProcess;
import java.time.Duration;
import java.util.List;

/**
 * What happens to a process in the midst of an invocation: it dies, or stands still for a while.
 *
 * @param steps within how many of its steps
 * @param stalls for how long it may stand still, the harmless one first
 */
public record ProcessTrouble(Stage stage, int steps, List<Duration> stalls) {
  /** For how long most processes stand still. */
  public static final List<Duration> STALLS =
      List.of(Duration.ofMillis(800), Duration.ofSeconds(3), Duration.ofSeconds(7));

  /** Within how many steps of an invocation of a consumer. */
  public static final int STEPS_OF_AN_INVOCATION = 60;

  /** That of a consumer's invocations. */
  public static ProcessTrouble ofInvocations(Stage stage) {
    return new ProcessTrouble(stage, STEPS_OF_AN_INVOCATION, STALLS);
  }

  /**
   * Decides it for an invocation that begins.
   *
   * @param dies what its death is
   */
  public void of(SimulatedProcess process, Runnable dies) {
    if (stage.faults().happens(Fault.PROCESS_DIES)) {
      process.afterSteps(stage.faults().pick(steps), unlessCalm(dies));
    } else if (stage.faults().happens(Fault.PROCESS_STALLS)) {
      process.afterSteps(stage.faults().pick(steps), unlessCalm(() -> stall(process)));
    }
  }

  /** What stood still may take its next step when nothing goes wrong any more. */
  private Runnable unlessCalm(Runnable trouble) {
    return () -> {
      if (!stage.faults().isCalm()) {
        trouble.run();
      }
    };
  }

  private void stall(SimulatedProcess process) {
    Duration stalled = stalls.get(stage.faults().pick(stalls.size()));
    stage.trace().line(process.name(), "stands still for", stalled);
    process.freeze();
    stage.scheduler().after(stalled, process::thaw);
  }
}
