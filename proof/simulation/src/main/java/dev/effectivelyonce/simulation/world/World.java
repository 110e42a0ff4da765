package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.replay.Force;
import dev.effectivelyonce.simulation.check.Violation;
import dev.effectivelyonce.simulation.history.Counts;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.Trace;
import dev.effectivelyonce.simulation.kernel.Choices;
import dev.effectivelyonce.simulation.kernel.Scheduler;
import dev.effectivelyonce.simulation.lambda.EventSource;
import dev.effectivelyonce.simulation.queue.SimulatedMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The system of one history: producers, queues, Lambda with the real consumer, the table, replays
 * and an operator; in some an outbox or an API. First everything goes wrong that this history has
 * drawn, then nothing does, and everything must come to its end.
 */
final class World implements History {
  /** After this, records of the beginning have expired. */
  static final Duration RETENTION_PASSED = CodeUnderTest.RETENTION.plusDays(1);

  private static final Duration TROUBLED = Duration.ofMinutes(4);
  private static final int ROUNDS = 5;

  private final Scheduler scheduler;
  private final HistoryContext basis;
  private final Course course;
  private final EventSource lambda;
  private final Producer producer;
  private final Operator operator;
  private final Replays replays;
  private final FinalChecks ending;
  private final Optional<SimulatedOutbox> sending;
  private final Optional<SweeperRuns> sweeps;
  private final Optional<Callers> callers;

  /**
   * A history.
   *
   * @param parts the code under test
   * @param choices all that the history depends on
   * @param trace how its trace is kept
   */
  World(
      CodeUnderTest parts,
      Choices choices,
      Counts counts,
      Function<Supplier<Instant>, Trace> trace) {
    this.scheduler = new Scheduler(choices, HistoryContext.START);
    this.basis = new HistoryContext(parts, choices, scheduler, counts, trace.apply(scheduler::now));
    this.course = new Course(basis);
    this.sending =
        basis.plan.hasOutbox() ? Optional.of(new SimulatedOutbox(basis)) : Optional.empty();
    this.sweeps = sending.map(it -> new SweeperRuns(basis, it));
    this.callers = basis.plan.front().map(front -> new Callers(basis, front));
    this.lambda =
        new EventSource(
            basis.plan,
            scheduler,
            basis.faults,
            basis.trace,
            basis.source,
            new Consumers(basis, sending));
    this.producer = new Producer(basis, draft -> basis.source.send(draft));
    this.operator = new Operator(basis);
    this.replays = new Replays(basis);
    this.ending = new FinalChecks(basis, producer, this::isQueued, event -> false);
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
    callers.ifPresent(Callers::start);
    interventions();
    waitUntil(basis.now().plus(TROUBLED));
    course.proceed(producer::isDone);
    basis.trace.line("calm", "from here on nothing goes wrong");
    basis.faults.calm();
    sending.ifPresent(SimulatedOutbox::calm);
    rest();
    ending.nothingIsLost();
    settleAll();
    ending.everythingIsCompleted();
    ending.sagasAreInStep();
    outlast();
    sending.ifPresent(this::sendOn);
    callers.ifPresent(this::answerAll);
  }

  /** One more thing goes wrong, and nothing beside it. */
  private void outlast() {
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

  private void interventions() {
    for (int i = 0; i < 3; i++) {
      intervene(Fault.REPLAYED, () -> replays.start(Force.OFF));
      intervene(Fault.REDRIVEN, this::redrive);
      intervene(Fault.SETTLED, () -> operator.look(producer.events()));
      sweeps.ifPresent(it -> intervene(Fault.SWEPT, it::start));
    }
  }

  private void intervene(Fault kind, Runnable action) {
    if (basis.faults.happens(kind)) {
      Duration after = Duration.ofSeconds(basis.faults.pick(240));
      boolean isLate = producer.isLong() && basis.faults.pick(2) == 1;
      scheduler.after(isLate ? RETENTION_PASSED.plus(after) : after, action);
    }
  }

  private boolean isQueued(Event event) {
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

  private void rest() {
    course.rest(this::isResting);
  }

  /** Runs that died have left some hidden. */
  private void waitUntil(Instant time) {
    course.waitUntil(time);
  }

  private boolean isResting() {
    return basis.source.isEmpty()
        && lambda.isIdle()
        && !operator.isAtWork()
        && !replays.isAtWork()
        && sending.stream().allMatch(SimulatedOutbox::isResting)
        && callers.stream().allMatch(Callers::isResting)
        && sweeps.stream().noneMatch(SweeperRuns::isAtWork);
  }

  /** An operator settles what is held, then everything is replayed; some rounds of it. */
  private void settleAll() {
    for (int round = 0; round < ROUNDS && !ending.isAllOver(); round++) {
      settle();
      // A lease may outlast a round, and so may a request that is under way to a provider.
      waitUntil(basis.now().plus(Duration.ofMinutes(1)));
    }
    // An operator who comes late may have reopened in the last one what went back.
    for (int round = 0; round < ROUNDS && ending.isReopened(); round++) {
      settle();
    }
  }

  private void settle() {
    operator.look(producer.events());
    rest();
    waitUntil(basis.deadLetters.lastVisibleAt());
    replays.start(producer.isLong() ? Force.ON : Force.OFF);
    rest();
  }
}
