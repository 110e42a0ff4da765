package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.LogPlan;
import dev.effectivelyonce.simulation.history.SourceModel;
import dev.effectivelyonce.simulation.lambda.ProcessTrouble;
import dev.effectivelyonce.simulation.log.LogRecord;
import dev.effectivelyonce.simulation.log.Source;
import dev.effectivelyonce.simulation.log.Wire;
import dev.effectivelyonce.simulation.queue.SimulatedMessage;
import dev.effectivelyonce.simulation.queue.SimulatedMessage.Draft;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The system of a history whose messages are in a log: producers, partitions, Lambda with the real
 * consumer, the table, and an operator who sends back what was parked or given up.
 */
final class LogWorld extends History {
  private static final Duration OUTAGE = Duration.ofMinutes(2);

  private final LogPlan plan;
  private final Positions positions;
  private final ParkedRecords parked;
  private final Source lambda;

  /** Whether the operator sends back one record of each event. */
  private boolean isCareful;

  LogWorld(HistoryContext basis) {
    super(basis);
    this.plan = LogPlan.of(basis.faults::pick, basis.parts.source());
    basis.trace.line("log", plan);
    this.parked = new ParkedRecords(basis, plan);
    this.positions = new Positions(basis, plan, parked);
    this.lambda =
        Source.of(
            new Source.Setting(
                basis.plan.hosting(),
                basis.plan.batchSize(),
                basis.plan.timeout(),
                plan,
                Wire.of(basis.parts.source()),
                ProcessTrouble.ofInvocations(basis.stage),
                new LogConsumers(basis, plan, positions, parked)));
  }

  /** A mirror or a careless producer writes an event under another key. */
  @Override
  void send(Draft draft) {
    String body = draft.body();
    int key = Event.of(body).map(it -> it.key().hashCode()).orElse(0);
    int shift = basis.faults.isCalm() || basis.faults.pick(5) < 4 ? 0 : 1;
    // A lane of a queue has the messages of one event.
    boolean isQueue = basis.parts.source() == SourceModel.RABBITMQ;
    lambda.add(isQueue ? "k" + key : "k" + Math.floorMod(key + shift, plan.recordKeys()), body);
  }

  @Override
  void interventions() {
    Duration milli = Duration.ofMillis(1);
    intervene(Fault.REBALANCED, milli, lambda::rebalance);
    intervene(Fault.REWOUND, milli, lambda::rewind);
    intervene(Fault.SETTLED, milli, () -> operator.look(producer.events()));
    intervene(Fault.SENT_BACK, milli, this::sendAgain);
  }

  /** Sends first, and takes out then: who dies in between sends it twice. */
  @Override
  void sendAgain() {
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

  @Override
  boolean isResting() {
    return lambda.isIdle() && !operator.isAtWork();
  }

  /** Copies in two shards may hold each other up, and with them what is behind them. */
  @Override
  void settleWhatIsLeft() {
    isCareful = true;
    for (int round = 0; round < ROUNDS && !ending.isEverythingCompleted(); round++) {
      settle();
    }
    isCareful = false;
  }

  @Override
  void outlast() {
    basis.outage.begin(producer, OUTAGE);
    waitUntil(basis.outage.until());
    rest();
    if (plan.keepsAll() && !(basis.outage.isCounted() && plan.maxAttempts().isPresent())) {
      basis.outage.survived(event -> isParked(event) && !isHeld(event));
    }
    settleAll();
    ending.everythingIsCompleted();
  }

  /** Under HOLD a handler that begins as the outage ends may run out of its time. */
  private boolean isHeld(Event event) {
    return basis.record(event).filter(it -> it.status() == Status.UNKNOWN).isPresent();
  }

  @Override
  boolean isKept(Event event) {
    return isParked(event) || positions.isGivenUp(event) || isAmong(lambda.left(), event);
  }

  @Override
  boolean isExpired(Event event) {
    return positions.isExpired(event);
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
