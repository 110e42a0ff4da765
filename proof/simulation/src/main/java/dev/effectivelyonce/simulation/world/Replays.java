package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.replay.Force;
import dev.effectivelyonce.replay.QueueException;
import dev.effectivelyonce.replay.Replay;
import dev.effectivelyonce.replay.ReplayQueue;
import dev.effectivelyonce.replay.ReplayReport;
import dev.effectivelyonce.replay.ReplayRequest;
import dev.effectivelyonce.simulation.check.Invariant;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.Plan.Shape;
import dev.effectivelyonce.simulation.kernel.SimulatedProcess;
import dev.effectivelyonce.simulation.queue.SimulatedMessage;
import dev.effectivelyonce.simulation.queue.SimulatedMessage.Draft;
import dev.effectivelyonce.simulation.queue.SimulatedSqs;
import dev.effectivelyonce.testkit.ForwardingStore;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Runs the real replay over the dead letters, each run in a process of its own. */
final class Replays extends Runs {
  private static final int MOST_OF_SAGAS = 100;
  private static final int STEPS_OF_A_RUN = 80;

  Replays(HistoryContext basis) {
    super(basis);
  }

  /** Starts a run. */
  void start(Force force) {
    SimulatedProcess process = basis.process("replay");
    Platform platform = basis.platform(process);
    Replay replay =
        Replay.of(
            basis.sqs(process, new Judge(basis.now())),
            new Reopening(basis.store(process)),
            new ReplayQueue(
                Event.identity(basis.plan, () -> {}),
                basis.source.name(),
                basis.deadLetters.name(),
                CodeUnderTest.RETENTION),
            platform);
    if (basis.faults.happens(Fault.REPLAY_DIES)) {
      process.afterSteps(basis.faults.pick(STEPS_OF_A_RUN), () -> die(process));
    }
    Optional<Instant> deadline =
        basis.faults.isCalm()
            ? Optional.empty()
            : Optional.of(process.clock().instant().plus(Duration.ofSeconds(60)));
    start(process, () -> run(process, replay, force, deadline));
  }

  private void run(
      SimulatedProcess process, Replay replay, Force force, Optional<Instant> deadline) {
    try {
      ReplayReport report =
          replay.run(
              request().withForce(force),
              deadline,
              (message, counts) -> basis.counts.add("replay " + message.decision().label(), 1));
      basis.trace.line(process.name(), "ends:", report.end(), report.counts());
    } catch (QueueException e) {
      basis.trace.line(process.name(), "could not begin");
    }
  }

  /** A saga that went back fails again, and a run without a deadline would circle with it. */
  private ReplayRequest request() {
    ReplayRequest everything = ReplayRequest.everything();
    return basis.plan.shape() == Shape.SAGA
        ? everything.withMaxMessages(MOST_OF_SAGAS)
        : everything;
  }

  /** What a run settles had failed: what is held is an operator's. */
  private final class Reopening extends ForwardingStore {
    private final IdempotencyStore store;

    Reopening(IdempotencyStore store) {
      super(store);
      this.store = store;
    }

    @Override
    public IdempotencyStore withDeadline(Instant deadline) {
      return new Reopening(store.withDeadline(deadline));
    }

    @Override
    public WriteResult write(Write write) {
      if (write instanceof Write.Settle settle) {
        basis.findings.check(
            settle.seen().status() == Status.FAILED,
            Invariant.REPLAY_REOPENS_FAILED,
            "a replay settles what is",
            settle.seen().status());
      }
      return super.write(write);
    }
  }

  /** What a run deletes is completed, or was sent by it. */
  private final class Judge implements SimulatedSqs.Observer {
    private final Instant began;
    private final Set<String> sent = new HashSet<>();

    Judge(Instant began) {
      this.began = began;
    }

    @Override
    public void sent(Draft draft) {
      sent.add(draft.body());
    }

    @Override
    public void deleted(SimulatedMessage message) {
      boolean isKept =
          sent.contains(message.body())
              || Event.of(message.body()).filter(it -> basis.wasCompleted(it, began)).isPresent();
      basis.findings.check(
          isKept, Invariant.REPLAY_KEEPS, message.id(), "is deleted:", message.body());
    }
  }
}
