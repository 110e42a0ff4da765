package dev.effectivelyonce.simulation.log;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.Faults;
import dev.effectivelyonce.simulation.history.LogPlan;
import dev.effectivelyonce.simulation.history.Plan;
import dev.effectivelyonce.simulation.history.Trace;
import dev.effectivelyonce.simulation.kernel.Scheduler;
import dev.effectivelyonce.simulation.lambda.Environments;
import dev.effectivelyonce.simulation.lambda.Environments.Environment;
import dev.effectivelyonce.simulation.lambda.ProcessTrouble;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Lambda on a quorum queue of RabbitMQ: one batch at a time. All of it is acknowledged, or all of
 * it comes back, and is dead-lettered by the delivery limit of the queue.
 */
public final class WholeBatchSource implements Source {
  private final Plan plan;
  private final LogPlan log;
  private final Scheduler scheduler;
  private final Faults faults;
  private final Trace trace;
  private final LogHosts hosts;
  private final Environments<RequestStreamHandler, LogRun, String> environments;
  private final Partition queue;
  private final List<LogRecord> ready = new ArrayList<>();
  private final Pauses pauses = new Pauses();
  private final Map<LogRecord, Integer> returned = new HashMap<>();
  private Optional<LogRun> current = Optional.empty();
  private boolean isAwake;
  private int written;
  private int invocations;
  private int underWay;

  /** A mapping on an empty queue. */
  public WholeBatchSource(
      Plan plan,
      LogPlan log,
      Wire wire,
      Scheduler scheduler,
      Faults faults,
      Trace trace,
      LogHosts hosts) {
    this.plan = plan;
    this.log = log;
    this.scheduler = scheduler;
    this.faults = faults;
    this.trace = trace;
    this.hosts = hosts;
    this.environments =
        new Environments<>(
            plan.hosting(),
            ProcessTrouble.ofInvocations(scheduler, faults, trace),
            hosts,
            new LogCall(wire, hosts, scheduler),
            this::ended);
    this.queue = new Partition(wire.partition(0), plan.batchSize());
  }

  @Override
  public void add(String key, String body) {
    LogRecord record = new LogRecord(queue.name(), written++, key, body, scheduler.now());
    trace.line(record.place(), "has", body);
    ready.add(record);
    wake(Pauses.POLL);
  }

  @Override
  public List<LogRecord> left() {
    List<LogRecord> left = new ArrayList<>(ready);
    current.ifPresent(it -> left.addAll(it.records(queue.name())));
    return left;
  }

  @Override
  public boolean isIdle() {
    return ready.isEmpty() && current.isEmpty() && underWay == 0;
  }

  /** The connection is lost, and the broker returns what was not acknowledged. */
  @Override
  public void rebalance() {
    trace.line("rabbitmq", "loses its connection");
    queue.generation++;
    current.ifPresent(this::comesBack);
  }

  @Override
  public void rewind() {
    // What was acknowledged is gone.
  }

  private void wake(Duration after) {
    if (!isAwake && current.isEmpty() && !ready.isEmpty()) {
      isAwake = true;
      Duration late =
          faults.happens(Fault.INVOCATION_LATE)
              ? faults.pick(Duration.ofSeconds(2), Duration.ofSeconds(8), Duration.ofSeconds(35))
              : Duration.ZERO;
      scheduler.after(after.plus(late), this::invoke);
    }
  }

  private void invoke() {
    isAwake = false;
    List<LogRecord> batch = List.copyOf(ready.subList(0, Math.min(ready.size(), plan.batchSize())));
    ready.removeAll(batch);
    Environment<RequestStreamHandler, LogRun> environment = environments.next();
    LogRun run =
        new LogRun(
            "invocation-" + ++invocations,
            environment.process(),
            Map.of(queue, batch),
            scheduler.now(),
            scheduler.now().plus(plan.timeout()));
    current = Optional.of(run);
    underWay++;
    trace.line(
        run.process().name(),
        "begins",
        run.id(),
        "with",
        batch.stream().map(LogRecord::place).toList());
    environments.invoke(environment, run);
  }

  private void ended(LogRun run, Optional<String> answer) {
    underWay--;
    if (!run.holds(queue)) {
      trace.line("lambda", run.id(), "acknowledges nothing");
      hosts.committedNothing();
    } else if (answer.isPresent()) {
      trace.line("lambda", run.id(), "is acknowledged");
      hosts.passed(run, run.records(queue.name()));
      run.carriesOut(queue, scheduler.now());
      over(pauses.done());
    } else {
      comesBack(run);
    }
  }

  private void over(Duration next) {
    current = Optional.empty();
    wake(next);
  }

  /** At the head of the queue, or behind what is there. */
  private void comesBack(LogRun run) {
    List<LogRecord> kept = new ArrayList<>();
    for (LogRecord record : run.records(queue.name())) {
      if (returned.merge(record, 1, Integer::sum) > log.retries().orElseThrow()) {
        trace.line("rabbitmq", "gives up", record.place());
        hosts.givenUp(List.of(record));
      } else {
        kept.add(record);
      }
    }
    ready.addAll(faults.pick(2) == 0 ? 0 : ready.size(), kept);
    over(pauses.again());
  }
}
