package dev.effectivelyonce.simulation.lambda;

import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import dev.effectivelyonce.core.engine.UnsoundProcessError;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.Faults;
import dev.effectivelyonce.simulation.history.Plan;
import dev.effectivelyonce.simulation.history.Plan.Hosting;
import dev.effectivelyonce.simulation.history.Trace;
import dev.effectivelyonce.simulation.kernel.Scheduler;
import dev.effectivelyonce.simulation.kernel.SimulatedProcess;
import dev.effectivelyonce.simulation.queue.Received;
import dev.effectivelyonce.simulation.queue.SimulatedQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Lambda: polls the queue, invokes environments with batches, deletes what they acknowledge. */
public final class EventSource {
  private static final Duration POLL = Duration.ofMillis(100);

  /** In which Lambda gathers more messages than SQS gives in one answer. */
  private static final Duration WINDOW = Duration.ofSeconds(1);

  private static final Duration ANSWER = Duration.ofMillis(1);
  private static final int STEPS_OF_AN_INVOCATION = 60;

  private static final List<Duration> STALLS =
      List.of(Duration.ofMillis(800), Duration.ofSeconds(3), Duration.ofSeconds(7));

  private final Plan plan;
  private final Scheduler scheduler;
  private final Faults faults;
  private final Trace trace;
  private final ProcessTrouble trouble;
  private final SimulatedQueue queue;
  private final Hosts hosts;
  private final List<Environment> environments = new ArrayList<>();
  private Instant nextPoll = Instant.MAX;
  private int invocations;
  private int underWay;

  /** An event source over a queue. */
  public EventSource(
      Plan plan,
      Scheduler scheduler,
      Faults faults,
      Trace trace,
      SimulatedQueue queue,
      Hosts hosts) {
    this.plan = plan;
    this.scheduler = scheduler;
    this.faults = faults;
    this.trace = trace;
    this.trouble = new ProcessTrouble(scheduler, faults, trace, STEPS_OF_AN_INVOCATION, STALLS);
    this.queue = queue;
    this.hosts = hosts;
    queue.onArrival(this::wake);
  }

  /** Whether nothing is running or about to. */
  public boolean isIdle() {
    return underWay == 0;
  }

  private void wake() {
    queue.nextVisibleAt().ifPresent(this::pollAt);
  }

  private void pollAt(Instant visible) {
    Instant soon = scheduler.now().plus(plan.isWide() ? WINDOW : POLL);
    Instant at = visible.isBefore(soon) ? soon : visible;
    if (at.isBefore(nextPoll)) {
      nextPoll = at;
      scheduler.at(at, () -> poll(at));
    }
  }

  private void poll(Instant armed) {
    if (!armed.equals(nextPoll)) {
      return;
    }
    nextPoll = Instant.MAX;
    if (underWay < plan.environments()) {
      List<Received> batch = queue.receive(plan.batchSize(), plan.visibility());
      if (!batch.isEmpty()) {
        underWay++;
        scheduler.after(delay(), () -> invoke(batch, environment()));
        if (faults.happens(Fault.INVOKED_TWICE)) {
          underWay++;
          scheduler.after(delay().plus(again()), () -> invoke(batch, cold()));
        }
      }
      wakeUnlessBusy();
    }
  }

  private void wakeUnlessBusy() {
    if (underWay < plan.environments()) {
      wake();
    }
  }

  private Duration delay() {
    return faults.happens(Fault.INVOCATION_LATE)
        ? faults.pick(Duration.ofSeconds(2), Duration.ofSeconds(8), Duration.ofSeconds(35))
        : Duration.ofMillis(5);
  }

  private Duration again() {
    return faults.pick(Duration.ZERO, Duration.ofMillis(40), Duration.ofSeconds(3));
  }

  private void invoke(List<Received> batch, Environment environment) {
    SimulatedProcess process = environment.process();
    Instant now = scheduler.now();
    Invocation invocation =
        new Invocation("invocation-" + ++invocations, batch, now, now.plus(plan.timeout()));
    environment.running().add(invocation);
    process.thaw();
    trace.line(process.name(), "begins", invocation.id(), "with", ids(batch));
    hosts.began(process, invocation);
    trouble.of(process, () -> end(environment, "dies"));
    process.start(() -> run(environment, invocation));
    scheduler.at(invocation.deadline(), () -> timeout(environment, invocation));
  }

  private static List<String> ids(List<Received> batch) {
    return batch.stream().map(Received::receipt).toList();
  }

  private Environment environment() {
    Optional<Environment> warm = environments.stream().filter(this::takes).findFirst();
    if (warm.isPresent() && faults.happens(Fault.ENVIRONMENT_ENDS)) {
      end(warm.get(), "ends between invocations");
      return environment();
    }
    return warm.orElseGet(this::cold);
  }

  private boolean takes(Environment environment) {
    return plan.hosting() == Hosting.MANAGED_INSTANCES || environment.running().isEmpty();
  }

  private Environment cold() {
    SimulatedProcess process = hosts.process();
    Environment environment = new Environment(process, hosts.start(process));
    environments.add(environment);
    return environment;
  }

  private void end(Environment environment, String how) {
    trace.line(environment.process().name(), how);
    environment.process().kill();
    environments.remove(environment);
    List.copyOf(environment.running()).forEach(it -> over(environment, it));
  }

  private void over(Environment environment, Invocation invocation) {
    environment.running().remove(invocation);
    if (!invocation.isOver()) {
      invocation.end();
      underWay--;
      wake();
    }
  }

  private void timeout(Environment environment, Invocation invocation) {
    if (invocation.isOver()) {
      return;
    }
    if (plan.hosting() == Hosting.ON_DEMAND) {
      end(environment, "is ended by its timeout");
    } else {
      trace.line(environment.process().name(), invocation.id(), "times out and goes on");
      over(environment, invocation);
    }
  }

  private void run(Environment environment, Invocation invocation) {
    Optional<SQSBatchResponse> response = Optional.empty();
    try {
      response =
          Optional.of(
              environment
                  .function()
                  .handle(
                      invocation.event(queue.arn()),
                      new SimulatedContext(
                          invocation.id(), scheduler::now, invocation.deadline())));
    } catch (UnsoundProcessError ends) {
      scheduler.after(ANSWER, () -> endsItself(environment));
    } finally {
      Optional<SQSBatchResponse> answer = response;
      scheduler.after(ANSWER, () -> answered(environment, invocation, answer));
    }
  }

  /** On managed instances the runtime goes on, since other invocations run beside this one. */
  private void endsItself(Environment environment) {
    if (plan.hosting() == Hosting.ON_DEMAND && environment.process().isAlive()) {
      end(environment, "can't go on, and ends");
    }
  }

  private void answered(
      Environment environment, Invocation invocation, Optional<SQSBatchResponse> response) {
    SimulatedProcess process = environment.process();
    if (invocation.isOver() || !process.isAlive()) {
      return;
    }
    process.forgetSteps();
    over(environment, invocation);
    if (plan.hosting() == Hosting.ON_DEMAND) {
      process.freeze();
    }
    if (faults.happens(Fault.RESPONSE_LOST)) {
      trace.line(process.name(), invocation.id(), "'s answer is lost");
    } else {
      response.ifPresent(answer -> carryOut(invocation, answer));
    }
  }

  private void carryOut(Invocation invocation, SQSBatchResponse response) {
    Set<String> failed = Invocation.failed(response);
    Set<String> named = Set.copyOf(invocation.batch().stream().map(Received::id).toList());
    trace.line("lambda", invocation.id(), ": failed are", failed);
    if (!named.containsAll(failed) || failed.size() != response.getBatchItemFailures().size()) {
      hosts.misnamed(invocation, failed.toString());
      return;
    }
    for (Received message : invocation.batch()) {
      if (!failed.contains(message.id())) {
        hosts.acknowledged(invocation, message.body());
        delete(message);
      }
    }
  }

  private void delete(Received message) {
    if (faults.happens(Fault.DELETE_LOST)) {
      trace.line("lambda", "does not delete", message.id());
      return;
    }
    Duration delay =
        faults.happens(Fault.DELETE_LATE)
            ? faults.pick(Duration.ofSeconds(2), Duration.ofSeconds(12), Duration.ofSeconds(50))
            : Duration.ofMillis(10);
    scheduler.after(
        delay,
        () -> {
          boolean deleted = queue.delete(message.receipt()).isPresent();
          trace.line("lambda", "deletes", message.receipt(), ":", deleted);
        });
  }
}
