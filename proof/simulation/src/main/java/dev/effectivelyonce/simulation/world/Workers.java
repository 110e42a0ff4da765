package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.simulation.check.Invariant;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.kernel.SimulatedProcess;
import dev.effectivelyonce.simulation.lambda.Invocation;
import dev.effectivelyonce.simulation.lambda.ProcessTrouble;
import dev.effectivelyonce.simulation.queue.Received;
import dev.effectivelyonce.simulation.queue.SimulatedSqs;
import dev.effectivelyonce.worker.SqsWorker;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A host such as ECS, and its processes, each with the real worker. It starts some while there are
 * messages, asks them to stop when there are none, and replaces those that end.
 */
final class Workers {
  /** After this, processes that have nothing to do are asked to stop. */
  private static final Duration IDLE = Duration.ofSeconds(30);

  /** The time that a host gives a process beyond its grace: longer than it stands still, twice. */
  private static final Duration UNTIL_KILLED = Duration.ofSeconds(20);

  /** By then a worker knows whether an answer shows that its process can't go on. */
  private static final Duration UNTIL_FAILED = Duration.ofMillis(100);

  /** With a heartbeat; no handler takes so long. */
  private static final Duration UNLIMITED = Duration.ofHours(12);

  /** That of a consumer which sets none. */
  private static final Duration LEASE_MARGIN = Duration.ofSeconds(2);

  private final HistoryContext basis;
  private final Consumers consumers;
  private final ProcessTrouble trouble;
  private final List<WorkerProcess> running = new ArrayList<>();
  private int starting;
  private int receives;

  Workers(HistoryContext basis, Consumers consumers) {
    this.basis = basis;
    this.consumers = consumers;
    this.trouble = ProcessTrouble.ofInvocations(basis.stage);
    basis.source.onArrival(this::changed);
  }

  /** Whether no process holds a message, or is about to end. */
  boolean isIdle() {
    return running.stream().noneMatch(WorkerProcess::isBusy);
  }

  private void changed() {
    int needed = basis.source.isEmpty() ? 0 : missing();
    for (int each = 0; each < needed; each++) {
      starting++;
      basis.scheduler.after(
          basis.faults.pick(Duration.ofMillis(5), Duration.ofMillis(300), Duration.ofSeconds(3)),
          this::start);
    }
  }

  private int missing() {
    return basis.plan.environments() - starting - open().size();
  }

  private void scaleIn() {
    if (basis.source.isEmpty()) {
      open().forEach(WorkerProcess::terminate);
    }
  }

  private List<WorkerProcess> open() {
    return running.stream().filter(it -> it.stoppedAt.isEmpty()).toList();
  }

  private void start() {
    starting--;
    if (basis.source.isEmpty()) {
      return;
    }
    WorkerProcess started = new WorkerProcess(consumers.process());
    running.add(started);
    trouble.of(started.process, () -> started.ends("dies"));
    stopNowAndThen(started, Duration.ofSeconds(30));
    started.process.start(started::run);
  }

  /** For how long a handler has its claim. */
  private Duration longestAttempt() {
    return basis.plan.heartbeat().isPresent() ? UNLIMITED : basis.plan.hidden().minus(LEASE_MARGIN);
  }

  private void stopNowAndThen(WorkerProcess worker, Duration late) {
    if (basis.faults.happens(Fault.STOPPED)) {
      basis.scheduler.after(
          basis.faults.pick(
              Duration.ZERO,
              Duration.ofMillis(4),
              Duration.ofMillis(300),
              Duration.ofSeconds(3),
              late),
          worker::terminate);
    }
  }

  /** A process, and what it asks SQS. */
  private final class WorkerProcess implements SimulatedSqs.Observer {
    private final SimulatedProcess process;
    private final SqsWorker worker;
    private final Duration grace =
        basis.faults.pick(Duration.ofSeconds(25), Duration.ofSeconds(3), Duration.ZERO);
    private final Map<String, Received> received = new HashMap<>();
    private final Map<String, Invocation> batches = new HashMap<>();
    private final Set<String> late = new HashSet<>();
    private final Set<RecordId> deleted = new HashSet<>();
    private Optional<Instant> stoppedAt = Optional.empty();
    private int polls;

    WorkerProcess(SimulatedProcess process) {
      this.process = process;
      SimulatedSqs sqs = basis.sqs(process, this);
      this.worker =
          SqsWorker.of(consumers.consumer(process, sqs))
              .queue(basis.source.name())
              .client(sqs)
              .maxMessages(basis.plan.batchSize() * (1 + basis.faults.pick(2)))
              .receivers(1 + basis.faults.pick(2))
              .longPoll(basis.faults.pick(Duration.ofSeconds(10), Duration.ofSeconds(1)))
              .grace(grace)
              .platform(basis.platform(process))
              .threads(process::thread)
              .build();
    }

    boolean isBusy() {
      return stoppedAt.isPresent() || worker.status().messages() > 0;
    }

    /** As a program's main method. */
    void run() {
      try {
        worker.start();
      } catch (ConfigurationException refused) {
        ends("is refused");
      }
    }

    /** A program ends when its worker can't go on. */
    private void endIfFailed() {
      if (!worker.status().isLive() && process.isAlive() && stoppedAt.isEmpty()) {
        basis.findings.check(
            basis.outage.hasBrokenProcesses(),
            Invariant.FAILS_WITH_REASON,
            process.name(),
            "can't go on, and nothing is wrong with it");
        stop();
      }
    }

    /** The host sends SIGTERM. */
    void terminate() {
      if (process.isAlive() && stoppedAt.isEmpty()) {
        basis.trace.line(process.name(), "is asked to stop");
        stop();
      }
    }

    private void stop() {
      basis.scheduler.after(grace.plus(UNTIL_KILLED), this::kill);
      process.start(this::close);
    }

    /** It has had its grace, and more. */
    private void kill() {
      basis.findings.check(
          !running.contains(this), Invariant.STOP_ENDS, process.name(), "has not ended");
      ends("is killed");
    }

    private void close() {
      if (stoppedAt.isPresent()) {
        return;
      }
      stoppedAt = Optional.of(basis.now());
      consumers.stops(process);
      worker.close();
      // If its grace is over, or it can't go on, nothing is promised.
      if (worker.status().isLive() && basis.now().isBefore(stoppedAt.get().plus(grace))) {
        basis.counts.add("worker: stopped in time", 1);
        check();
      }
      ends("ends");
    }

    private void check() {
      basis.findings.check(
          late.isEmpty() && polls == 0,
          Invariant.STOP_GIVES_BACK,
          process.name(),
          "ends with what came after its stop:",
          late,
          "and requests:",
          polls);
      Set<RecordId> done = new HashSet<>(consumers.executed(process));
      done.removeAll(deleted);
      basis.findings.check(
          done.isEmpty(),
          Invariant.STOP_DELETES_DONE,
          process.name(),
          "ends and has not deleted what is done:",
          done);
    }

    void ends(String how) {
      if (running.remove(this)) {
        basis.trace.line(process.name(), how);
        process.kill();
        changed();
      }
    }

    @Override
    public void polls() {
      polls++;
    }

    @Override
    public void polled(List<Received> messages) {
      polls--;
      basis.scheduler.after(UNTIL_FAILED, this::endIfFailed);
      if (messages.isEmpty()) {
        basis.scheduler.after(IDLE, Workers.this::scaleIn);
        return;
      }
      Instant now = basis.now();
      boolean mayBegin = stoppedAt.isEmpty() || hasCopiesOfEarlier(messages);
      Invocation batch =
          new Invocation(
              "receive-" + ++receives, messages, now, mayBegin ? now.plus(longestAttempt()) : now);
      consumers.began(process, batch);
      for (Received each : messages) {
        received.put(each.receipt(), each);
        batches.put(each.receipt(), batch);
        if (stoppedAt.isPresent()) {
          basis.counts.add("worker: received after its stop", 1);
          late.add(each.receipt());
        }
      }
      basis.trace.line(process.name(), "hears", batch.id(), "with", received.keySet());
      trouble.of(process, () -> ends("dies"));
      stopNowAndThen(this, Duration.ofSeconds(12));
    }

    /** Both copies of a send whose answer was lost have one receipt here: the first may be run. */
    private boolean hasCopiesOfEarlier(List<Received> messages) {
      return messages.stream().anyMatch(it -> received.containsKey(it.receipt()));
    }

    @Override
    public void deletes(String receipt) {
      Received message = Objects.requireNonNull(received.get(receipt));
      consumers.acknowledged(Objects.requireNonNull(batches.get(receipt)), message);
      Event.of(message.body()).map(Event::id).ifPresent(deleted::add);
    }

    @Override
    public void hides(String receipt, Duration hidden) {
      if (hidden.isZero()) {
        late.remove(receipt);
      }
    }
  }
}
