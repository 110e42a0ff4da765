package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.engine.Timers;
import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.simulation.check.Effects;
import dev.effectivelyonce.simulation.check.Findings;
import dev.effectivelyonce.simulation.check.Records;
import dev.effectivelyonce.simulation.check.Sagas;
import dev.effectivelyonce.simulation.check.Stage;
import dev.effectivelyonce.simulation.history.Counts;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.Faults;
import dev.effectivelyonce.simulation.history.Plan;
import dev.effectivelyonce.simulation.history.Plan.QueueKind;
import dev.effectivelyonce.simulation.history.Plan.Skew;
import dev.effectivelyonce.simulation.history.Trace;
import dev.effectivelyonce.simulation.kernel.Choices;
import dev.effectivelyonce.simulation.kernel.Scheduler;
import dev.effectivelyonce.simulation.kernel.SimulatedProcess;
import dev.effectivelyonce.simulation.queue.SimulatedQueue;
import dev.effectivelyonce.simulation.queue.SimulatedQueue.Redrive;
import dev.effectivelyonce.simulation.queue.SimulatedSqs;
import dev.effectivelyonce.simulation.store.Network;
import dev.effectivelyonce.simulation.store.SimulatedStore;
import dev.effectivelyonce.simulation.store.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** What everything in one history shares. */
final class HistoryContext {
  static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

  final CodeUnderTest parts;
  final Plan plan;
  final Scheduler scheduler;
  final Faults faults;
  final Counts counts;
  final Trace trace;
  final Findings findings;
  final Stage stage;
  final Records records;
  final Effects effects;
  final Sagas sagas;
  final Network network;
  final Table table;
  final Provider provider;
  final SimulatedQueue source;
  final SimulatedQueue deadLetters;
  final Outage outage;
  final HandlerBehaviour conduct = new HandlerBehaviour(this);
  private int ids;

  HistoryContext(
      CodeUnderTest parts, Choices choices, Scheduler scheduler, Counts counts, Trace trace) {
    this.parts = parts;
    this.scheduler = scheduler;
    this.counts = counts;
    this.trace = trace;
    this.plan = Plan.of(choices, parts.store(), parts.source());
    this.faults = new Faults(choices, counts);
    if (plan.isHostile()) {
      faults.draw(Fault.Kind.HOSTILE);
    }
    if (plan.heartbeat().isPresent()) {
      faults.draw(Fault.Kind.HEARTBEAT);
    }
    if (plan.store().isRedis()) {
      faults.draw(Fault.Kind.REDIS);
    }
    faults.drawOf(parts.source());
    this.findings = new Findings(trace);
    this.stage = new Stage(scheduler, faults, trace, counts, findings);
    this.records = new Records(plan, stage);
    this.network = new Network(scheduler, faults, trace);
    this.table = table(plan, records);
    table.operated();
    this.effects = new Effects(records, table.records()::find);
    this.sagas = new Sagas(records, table.records()::find);
    this.provider = new Provider(scheduler, faults);
    this.deadLetters = queue("dead", plan.queue(), Optional.empty());
    this.source =
        queue("source", plan.queue(), Optional.of(new Redrive(deadLetters, plan.maxReceives())));
    this.outage = new Outage(this);
    trace.line("plan", plan, "heartbeat", plan.heartbeat());
  }

  SimulatedQueue queue(String name, QueueKind kind, Optional<Redrive> redrive) {
    String whole = kind == QueueKind.FIFO ? name + ".fifo" : name;
    return new SimulatedQueue(whole, faults, trace, scheduler::now, redrive);
  }

  /** A table of its own. */
  Table table(Plan of, Records judged) {
    return new Table(parts.records(), judged, network, of, counts);
  }

  /** A new process with a clock that is off as far as this history allows. */
  SimulatedProcess process(String name) {
    SimulatedProcess process = scheduler.process(name + "-" + ++ids, skew());
    stepClock(process);
    return process;
  }

  /** To another time within the same bounds, and perhaps again. */
  private void stepClock(SimulatedProcess process) {
    if (plan.skew() != Skew.NONE && faults.happens(Fault.CLOCK_STEPS)) {
      scheduler.after(
          Duration.ofMillis(1L + faults.pick(5_000)),
          () -> {
            Duration skew = skew();
            trace.line(process.name(), "has a clock that steps to", skew);
            process.clockStepsTo(skew);
            stepClock(process);
          });
    }
  }

  private Duration skew() {
    if (plan.skew() == Skew.NONE) {
      return Duration.ZERO;
    }
    // Any two within the lease margin of 2 s, or not.
    int most = plan.skew() == Skew.WITHIN_MARGIN ? 990 : 20_000;
    int drawn = faults.pick(2 * most + 1);
    return Duration.ofMillis(drawn <= most ? drawn : most - drawn);
  }

  Platform platform(SimulatedProcess process) {
    return new Platform(
        process.clock(),
        () -> new AttemptId("o" + ++ids),
        () -> faults.pick(1 << 20),
        scheduler::sleep,
        timers(process));
  }

  private Timers timers(SimulatedProcess process) {
    return (delay, task) -> {
      boolean[] isCancelled = {false};
      scheduler.after(
          delay,
          () -> {
            if (!isCancelled[0]) {
              process.start(task);
            }
          });
      return () -> isCancelled[0] = true;
    };
  }

  SimulatedStore store(SimulatedProcess process) {
    return new SimulatedStore(process, table);
  }

  SimulatedSqs sqs(SimulatedProcess process, SimulatedSqs.Observer observer) {
    return new SimulatedSqs(
        process,
        network,
        new SimulatedSqs.Queues(source, deadLetters, plan.visibility(), this::messageId),
        observer);
  }

  /** The record of an event, as it truly is. */
  Optional<IdempotencyRecord> record(Event event) {
    return table.records().find(event.id());
  }

  /** Whether an event was completed at any moment since then. */
  boolean wasCompleted(Event event, Instant since) {
    return records.past().wasCompleted(event.id(), event.fingerprint(), since);
  }

  /** Tells what becomes of the attempts in a process. */
  void told(SimulatedProcess process, Transition transition, Table of) {
    trace.line(
        process.name(), transition.kind(), of.name(transition.id()), "by", transition.owner());
  }

  String messageId() {
    return "m" + ++ids;
  }

  Instant now() {
    return scheduler.now();
  }
}
