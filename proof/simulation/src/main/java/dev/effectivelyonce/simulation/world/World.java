package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.replay.Force;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.lambda.EventSource;
import dev.effectivelyonce.simulation.queue.SimulatedMessage;
import dev.effectivelyonce.simulation.queue.SimulatedMessage.Draft;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * The system of one history: producers, queues, Lambda or processes with the real consumer, the
 * table, replays and an operator; in some an outbox or an API.
 */
final class World extends History {
  private final BooleanSupplier nothingRuns;
  private final Replays replays;
  private final Optional<SimulatedOutbox> sending;
  private final Optional<SweeperRuns> sweeps;
  private final Optional<Callers> callers;

  World(HistoryContext basis) {
    super(basis);
    this.sending =
        basis.plan.hasOutbox() ? Optional.of(new SimulatedOutbox(basis)) : Optional.empty();
    this.sweeps = sending.map(it -> new SweeperRuns(basis, it));
    this.callers = basis.plan.front().map(front -> new Callers(basis, front));
    Consumers consumers = new Consumers(basis, sending);
    this.nothingRuns =
        basis.plan.isOnWorkers()
            ? new Workers(basis, consumers)::isIdle
            : new EventSource(basis.plan, basis.stage, basis.source, consumers)::isIdle;
    this.replays = new Replays(basis);
  }

  @Override
  void send(Draft draft) {
    basis.source.send(draft);
  }

  @Override
  boolean isExpired(Event event) {
    return false;
  }

  @Override
  void begin() {
    callers.ifPresent(Callers::start);
  }

  @Override
  void calm() {
    sending.ifPresent(SimulatedOutbox::calm);
  }

  @Override
  void end() {
    sending.ifPresent(this::sendOn);
    callers.ifPresent(this::answerAll);
  }

  @Override
  void outlast() {
    boolean isTooLong = basis.outage.begin(producer);
    waitUntil(basis.outage.until());
    rest();
    if (!isTooLong) {
      basis.outage.survived();
    }
    // An operator who comes late may have reopened what went back.
    if (isTooLong || ending.isReopened()) {
      settleAll();
    }
    ending.everythingIsCompleted();
  }

  /** Where no record expires: another life has an answer of its own. */
  private void answerAll(Callers api) {
    if (producer.isLong()) {
      return;
    }
    for (int round = 0; round < ROUNDS && !api.isAllAnswered(); round++) {
      waitUntil(basis.now().plus(Duration.ofMinutes(1)));
      api.askAgain();
      rest();
    }
    api.ended();
  }

  /** First while a destination may be away, then all of it. */
  private void sendOn(SimulatedOutbox outbox) {
    sweepWhile(outbox::keepsOthers, outbox);
    outbox.back();
    sweepWhile(outbox::hasLeft, outbox);
    outbox.ended(producer.isLong());
  }

  /**
   * A sweeper finds what the stream has lost, when it is old enough by every clock. An intervention
   * may come late.
   */
  private void sweepWhile(BooleanSupplier isLeft, SimulatedOutbox outbox) {
    for (int round = 0; round < ROUNDS && isLeft.getAsBoolean(); round++) {
      waitUntil(basis.now().plus(outbox.plan.sweptAfter()).plus(Duration.ofMinutes(1)));
      sweeps.ifPresent(SweeperRuns::start);
      rest();
    }
  }

  @Override
  void interventions() {
    Duration second = Duration.ofSeconds(1);
    intervene(Fault.REPLAYED, second, () -> replays.start(Force.OFF));
    intervene(Fault.REDRIVEN, second, this::redrive);
    intervene(Fault.SETTLED, second, () -> operator.look(producer.events()));
    sweeps.ifPresent(it -> intervene(Fault.SWEPT, second, it::start));
  }

  @Override
  boolean isKept(Event event) {
    return Stream.concat(basis.source.messages().stream(), basis.deadLetters.messages().stream())
        .map(SimulatedMessage::body)
        .anyMatch(event.body()::equals);
  }

  private void redrive() {
    basis
        .deadLetters
        .messages()
        .forEach(letter -> basis.deadLetters.moveBack(letter, basis.source, basis.messageId()));
  }

  @Override
  boolean isResting() {
    return basis.source.isEmpty()
        && nothingRuns.getAsBoolean()
        && !operator.isAtWork()
        && !replays.isAtWork()
        && sending.stream().allMatch(SimulatedOutbox::isResting)
        && callers.stream().allMatch(Callers::isResting)
        && sweeps.stream().noneMatch(SweeperRuns::isAtWork);
  }

  @Override
  void sendAgain() {
    // Runs that died have left some hidden.
    waitUntil(basis.deadLetters.lastVisibleAt());
    replays.start(producer.isLong() ? Force.ON : Force.OFF);
  }
}
