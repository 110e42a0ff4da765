package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.simulation.check.Violation;
import dev.effectivelyonce.simulation.history.Counts;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.LogPlan;
import dev.effectivelyonce.simulation.history.SourceModel;
import dev.effectivelyonce.simulation.history.Trace;
import dev.effectivelyonce.simulation.kernel.Choices;
import dev.effectivelyonce.simulation.kernel.Scheduler;
import dev.effectivelyonce.simulation.log.LogRecord;
import dev.effectivelyonce.simulation.log.LogSource;
import dev.effectivelyonce.simulation.log.Source;
import dev.effectivelyonce.simulation.log.WholeBatchSource;
import dev.effectivelyonce.simulation.log.Wire;
import dev.effectivelyonce.simulation.queue.SimulatedMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The system of a history whose messages are in a log: producers, partitions, Lambda with the real
 * consumer, the table, and an operator who sends back what was parked or given up.
 */
final class LogWorld implements History {
  private static final Duration TROUBLED = Duration.ofMinutes(4);
  private static final Duration OUTAGE = Duration.ofMinutes(2);
  private static final int ROUNDS = 5;

  private final HistoryContext basis;
  private final LogPlan plan;
  private final Course course;
  private final Positions positions;
  private final ParkedRecords parked;
  private final Source lambda;
  private final Producer producer;
  private final Operator operator;
  private final FinalChecks ending;

  /** Whether the operator sends back one record of each event. */
  private boolean isCareful;

  /**
   * A history.
   *
   * @param parts the code under test
   * @param choices all that the history depends on
   * @param trace how its trace is kept
   */
  LogWorld(
      CodeUnderTest parts,
      Choices choices,
      Counts counts,
      Function<Supplier<Instant>, Trace> trace) {
    Scheduler scheduler = new Scheduler(choices, HistoryContext.START);
    this.basis = new HistoryContext(parts, choices, scheduler, counts, trace.apply(scheduler::now));
    this.course = new Course(basis);
    this.plan = LogPlan.of(basis.faults::pick, parts.source());
    basis.trace.line("log", plan);
    this.parked = new ParkedRecords(basis, plan);
    this.positions = new Positions(basis, plan, parked);
    this.lambda = source(parts.source(), new LogConsumers(basis, plan, positions, parked));
    this.producer = new Producer(basis, draft -> write(draft.body()));
    this.operator = new Operator(basis);
    this.ending = new FinalChecks(basis, producer, this::isKept, positions::isExpired);
  }

  private Source source(SourceModel of, LogConsumers hosts) {
    Wire wire = Wire.of(of);
    return of.isLog()
        ? new LogSource(basis.plan, plan, wire, basis.scheduler, basis.faults, basis.trace, hosts)
        : new WholeBatchSource(
            basis.plan, plan, wire, basis.scheduler, basis.faults, basis.trace, hosts);
  }

  /** A mirror or a careless producer writes an event under another key. */
  private void write(String body) {
    int key = Event.of(body).map(it -> it.key().hashCode()).orElse(0);
    int shift = basis.faults.isCalm() || basis.faults.pick(5) < 4 ? 0 : 1;
    // A lane of a queue has the messages of one event.
    boolean isQueue = basis.parts.source() == SourceModel.RABBITMQ;
    lambda.add(isQueue ? "k" + key : "k" + Math.floorMod(key + shift, plan.recordKeys()), body);
  }

  @Override
  public Optional<Violation> run() {
    return course.run(this::live);
  }

  @Override
  public Trace trace() {
    return basis.trace;
  }

  private void live() {
    producer.start();
    interventions();
    course.waitUntil(basis.now().plus(TROUBLED));
    // What is sent after weeks may find a batch that comes back for as long as faults go on.
    course.proceed(() -> producer.isDone() || course.isLong());
    basis.trace.line("calm", "from here on nothing goes wrong");
    basis.faults.calm();
    course.proceed(producer::isDone);
    rest();
    ending.nothingIsLost();
    settleAll();
    ending.everythingIsCompleted();
    ending.sagasAreInStep();
    outlast();
  }

  private void interventions() {
    for (int i = 0; i < 3; i++) {
      intervene(Fault.REBALANCED, lambda::rebalance);
      intervene(Fault.REWOUND, lambda::rewind);
      intervene(Fault.SETTLED, () -> operator.look(producer.events()));
      intervene(Fault.SENT_BACK, this::sendBack);
    }
  }

  private void intervene(Fault kind, Runnable action) {
    if (basis.faults.happens(kind)) {
      Duration after = Duration.ofMillis(basis.faults.pick(240_000));
      boolean isLate = producer.isLong() && basis.faults.pick(2) == 1;
      basis.scheduler.after(isLate ? World.RETENTION_PASSED.plus(after) : after, action);
    }
  }

  /** Sends first, and takes out then: who dies in between sends it twice. */
  private void sendBack() {
    Set<String> sent = new HashSet<>();
    Predicate<LogRecord> isToBeSent = record -> !isCareful || sent.add(record.body());
    for (SimulatedMessage message : basis.deadLetters.messages()) {
      parked.record(message).filter(isToBeSent).ifPresent(this::sendBack);
      if (!basis.faults.happens(Fault.REPLAY_DIES)) {
        basis.deadLetters.take(message);
      }
    }
    positions.takeGivenUp().stream().filter(isToBeSent).forEach(this::sendBack);
  }

  /** What can't be read is not an event. */
  private void sendBack(LogRecord record) {
    if (Event.of(record.body()).isPresent()) {
      lambda.add(record.key(), record.body());
    }
  }

  private void rest() {
    course.rest(() -> lambda.isIdle() && !operator.isAtWork());
  }

  private void settleAll() {
    for (int round = 0; round < ROUNDS && !ending.isAllOver(); round++) {
      settle();
      // A lease may outlast a round, and so may a request that is under way to a provider.
      course.waitUntil(basis.now().plus(Duration.ofMinutes(1)));
    }
    // Copies in two shards may hold each other up, and with them what is behind them.
    isCareful = true;
    for (int round = 0; round < ROUNDS && !ending.isEverythingCompleted(); round++) {
      settle();
    }
    isCareful = false;
    for (int round = 0; round < ROUNDS && ending.isReopened(); round++) {
      settle();
    }
  }

  private void settle() {
    operator.look(producer.events());
    rest();
    sendBack();
    rest();
  }

  /** One more thing goes wrong, and nothing beside it. */
  private void outlast() {
    basis.outage.begin(producer, OUTAGE);
    course.waitUntil(basis.outage.until());
    rest();
    if (plan.keepsAll() && !(basis.outage.isCounted() && plan.maxAttempts().isPresent())) {
      basis.outage.survived(event -> isParked(event) && !isHeld(event));
    }
    settleAll();
    ending.everythingIsCompleted();
  }

  /** Under HOLD a handler that begins as the outage ends may run out of its time. */
  private boolean isHeld(Event event) {
    return basis
        .table
        .records()
        .find(event.id())
        .filter(it -> it.status() == Status.UNKNOWN)
        .isPresent();
  }

  private boolean isKept(Event event) {
    return isParked(event) || positions.isGivenUp(event) || isAmong(lambda.left(), event);
  }

  private boolean isParked(Event event) {
    return isAmong(
        basis.deadLetters.messages().stream().flatMap(it -> parked.record(it).stream()).toList(),
        event);
  }

  private static boolean isAmong(List<LogRecord> records, Event event) {
    return records.stream().anyMatch(it -> it.body().equals(event.body()));
  }
}
