package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.outbox.OutboxSweeper;
import dev.effectivelyonce.simulation.check.Copy;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.kernel.SimulatedProcess;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Consumer;
import software.amazon.awssdk.core.exception.SdkException;

/** Runs the real sweeper, each run in a process of its own. */
final class SweeperRuns extends Runs {
  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final int STEPS_OF_A_RUN = 60;

  private final SimulatedOutbox sending;

  SweeperRuns(HistoryContext basis, SimulatedOutbox sending) {
    super(basis);
    this.sending = sending;
  }

  /** Starts a run. */
  void start() {
    SimulatedProcess process = basis.process("sweeper");
    Clock clock = process.clock();
    Consumer<Copy> judge =
        copy -> sending.messages.swept(copy, clock.instant().minus(sending.plan.sweptAfter()));
    OutboxSweeper sweeper =
        new OutboxSweeper(
            sending.settings(),
            sending.clients(process, judge),
            clock,
            () -> basis.faults.pick(1 << 20),
            report -> {});
    if (basis.faults.happens(Fault.PROCESS_DIES)) {
      process.afterSteps(basis.faults.pick(STEPS_OF_A_RUN), () -> die(process));
    } else if (basis.faults.happens(Fault.PROCESS_STALLS)) {
      process.afterSteps(basis.faults.pick(STEPS_OF_A_RUN), () -> stall(process));
    }
    start(process, () -> run(process, sweeper));
  }

  /** It goes on after the publisher has sent what it read. */
  private void stall(SimulatedProcess process) {
    basis.trace.line(process.name(), "stands still");
    process.freeze();
    basis.scheduler.after(
        basis.faults.pick(Duration.ofSeconds(1), Duration.ofSeconds(20)), process::thaw);
  }

  private void run(SimulatedProcess process, OutboxSweeper sweeper) {
    basis.trace.line(process.name(), "begins");
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    try {
      sweeper.handleRequest(
          InputStream.nullInputStream(), answer, new TestContext(basis.scheduler.clock(), TIMEOUT));
      basis.trace.line(process.name(), "ends:", answer);
    } catch (SdkException e) {
      // The next run tries again.
      basis.trace.line(process.name(), "could not begin");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
