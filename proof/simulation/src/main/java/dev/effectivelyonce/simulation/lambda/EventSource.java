package dev.effectivelyonce.simulation.lambda;

import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import dev.effectivelyonce.simulation.check.Invariant;
import dev.effectivelyonce.simulation.check.Stage;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.Plan;
import dev.effectivelyonce.simulation.kernel.SimulatedProcess;
import dev.effectivelyonce.simulation.lambda.Environments.Environment;
import dev.effectivelyonce.simulation.queue.Received;
import dev.effectivelyonce.simulation.queue.SimulatedQueue;
import dev.effectivelyonce.testkit.sqs.SqsEvents;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Lambda: polls the queue, invokes environments with batches, deletes what they acknowledge. */
public final class EventSource {
  private static final Duration POLL = Duration.ofMillis(100);

  /** In which Lambda gathers more messages than SQS gives in one answer. */
  private static final Duration WINDOW = Duration.ofSeconds(1);

  private final Plan plan;
  private final Stage stage;
  private final SimulatedQueue queue;
  private final Hosts hosts;
  private final Environments<BatchFunction, Invocation, SQSBatchResponse> environments;
  private Instant nextPoll = Instant.MAX;
  private int invocations;
  private int underWay;

  /** An event source over a queue. */
  public EventSource(Plan plan, Stage stage, SimulatedQueue queue, Hosts hosts) {
    this.plan = plan;
    this.stage = stage;
    this.queue = queue;
    this.hosts = hosts;
    this.environments =
        new Environments<>(
            plan.hosting(),
            ProcessTrouble.ofInvocations(stage),
            hosts,
            (function, invocation, context) ->
                Optional.of(function.handle(invocation.event(queue.name()), context)),
            this::ended);
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
    Instant soon = stage.scheduler().now().plus(plan.isWide() ? WINDOW : POLL);
    Instant at = visible.isBefore(soon) ? soon : visible;
    if (at.isBefore(nextPoll)) {
      nextPoll = at;
      stage.scheduler().at(at, () -> poll(at));
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
        stage.scheduler().after(delay(), () -> invoke(batch, environments.next()));
        if (stage.faults().happens(Fault.INVOKED_TWICE)) {
          underWay++;
          stage.scheduler().after(delay().plus(again()), () -> invoke(batch, environments.cold()));
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
    return stage.faults().late(Duration.ofMillis(5));
  }

  private Duration again() {
    return stage.faults().pick(Duration.ZERO, Duration.ofMillis(40), Duration.ofSeconds(3));
  }

  private void invoke(List<Received> batch, Environment<BatchFunction, Invocation> environment) {
    SimulatedProcess process = environment.process();
    Instant now = stage.scheduler().now();
    Invocation invocation =
        new Invocation("invocation-" + ++invocations, batch, now, now.plus(plan.timeout()));
    stage.trace().line(process.name(), "begins", invocation.id(), "with", ids(batch));
    hosts.began(process, invocation);
    environments.invoke(environment, invocation);
  }

  private static List<String> ids(List<Received> batch) {
    return batch.stream().map(Received::receipt).toList();
  }

  private void ended(Invocation invocation, Optional<SQSBatchResponse> response) {
    underWay--;
    wake();
    response.ifPresent(answer -> carryOut(invocation, answer));
  }

  private void carryOut(Invocation invocation, SQSBatchResponse response) {
    List<String> failed = SqsEvents.failed(response);
    Set<String> named = Set.copyOf(invocation.batch().stream().map(Received::id).toList());
    stage.trace().line("lambda", invocation.id(), ": failed are", failed);
    if (!named.containsAll(failed) || Set.copyOf(failed).size() != failed.size()) {
      stage
          .findings()
          .violated(
              Invariant.ANSWER_NAMES_THE_BATCH, invocation.id(), "answers", failed.toString());
      return;
    }
    for (Received message : invocation.batch()) {
      if (!failed.contains(message.id())) {
        hosts.acknowledged(invocation, message);
        delete(message);
      }
    }
  }

  private void delete(Received message) {
    if (stage.faults().happens(Fault.DELETE_LOST)) {
      stage.trace().line("lambda", "does not delete", message.id());
      return;
    }
    Duration delay =
        stage.faults().happens(Fault.DELETE_LATE)
            ? stage
                .faults()
                .pick(Duration.ofSeconds(2), Duration.ofSeconds(12), Duration.ofSeconds(50))
            : Duration.ofMillis(10);
    stage
        .scheduler()
        .after(
            delay,
            () -> {
              boolean deleted = queue.delete(message.receipt()).isPresent();
              stage.trace().line("lambda", "deletes", message.receipt(), ":", deleted);
            });
  }
}
