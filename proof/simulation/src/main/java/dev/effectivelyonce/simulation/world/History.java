package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.simulation.check.Violation;
import dev.effectivelyonce.simulation.history.Counts;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.SourceModel;
import dev.effectivelyonce.simulation.history.Trace;
import dev.effectivelyonce.simulation.kernel.Choices;
import dev.effectivelyonce.simulation.kernel.Scheduler;
import dev.effectivelyonce.simulation.queue.SimulatedMessage.Draft;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * One history. First everything goes wrong that it has drawn, then nothing does, and everything
 * must come to its end. For one platform thread.
 */
public abstract class History {
  /** After this, records of the beginning have expired. */
  static final Duration RETENTION_PASSED = CodeUnderTest.RETENTION.plusDays(1);

  static final int ROUNDS = 5;
  private static final Duration TROUBLED = Duration.ofMinutes(4);

  final HistoryContext basis;
  final Course course;
  final Producer producer;
  final Operator operator;
  final FinalChecks ending;

  History(
      CodeUnderTest parts,
      Choices choices,
      Counts counts,
      Function<Supplier<Instant>, Trace> trace) {
    Scheduler scheduler = new Scheduler(choices, HistoryContext.START);
    this.basis = new HistoryContext(parts, choices, scheduler, counts, trace.apply(scheduler::now));
    this.course = new Course(basis);
    this.producer = new Producer(basis, this::send);
    this.operator = new Operator(basis);
    this.ending = new FinalChecks(basis, producer, this::isKept, this::isExpired);
  }

  /**
   * Makes the history of some choices.
   *
   * @param parts the code under test, and where its messages come from
   * @param trace how its trace is kept
   */
  public static History of(
      CodeUnderTest parts,
      Choices choices,
      Counts counts,
      Function<Supplier<Instant>, Trace> trace) {
    return parts.source() == SourceModel.SQS
        ? new World(parts, choices, counts, trace)
        : new LogWorld(parts, choices, counts, trace);
  }

  /**
   * Runs it.
   *
   * @return the first invariant that did not hold
   */
  public final Optional<Violation> run() {
    return course.run(this::live);
  }

  /** Its trace. */
  public final Trace trace() {
    return basis.trace;
  }

  private void live() {
    producer.start();
    begin();
    for (int i = 0; i < 3; i++) {
      interventions();
    }
    course.waitUntil(basis.now().plus(TROUBLED));
    // What is sent after weeks may find a batch that comes back for as long as faults go on.
    course.proceed(() -> producer.isDone() || course.isLong());
    basis.trace.line("calm", "from here on nothing goes wrong");
    basis.faults.calm();
    course.proceed(producer::isDone);
    calm();
    rest();
    ending.nothingIsLost();
    settleAll();
    ending.everythingIsCompleted();
    ending.sagasAreInStep();
    outlast();
    end();
  }

  /** A producer sends a message. */
  abstract void send(Draft draft);

  /** Whether a message of an event is kept somewhere. */
  abstract boolean isKept(Event event);

  /** Whether a message of an event was given up for good, by the source's own settings. */
  abstract boolean isExpired(Event event);

  /** Whether nothing is left to do, and nothing is under way. */
  abstract boolean isResting();

  /** What begins beside the producer. Default: nothing. */
  void begin() {}

  /** What people and Lambda may do in the midst of it. */
  abstract void interventions();

  /** Something may be done, once, by the first part of this history or after weeks. */
  final void intervene(Fault kind, Duration unit, Runnable action) {
    if (basis.faults.happens(kind)) {
      int units = (int) Duration.ofMinutes(4).dividedBy(unit);
      Duration after = unit.multipliedBy(basis.faults.pick(units));
      boolean isLate = producer.isLong() && basis.faults.pick(2) == 1;
      basis.scheduler.after(isLate ? RETENTION_PASSED.plus(after) : after, action);
    }
  }

  /** Nothing goes wrong any more. Default: nothing to tell. */
  void calm() {}

  /** Goes on until nothing is under way. */
  final void rest() {
    course.rest(this::isResting);
  }

  /** An operator settles what is held, then all is sent again; some rounds of it. */
  final void settleAll() {
    for (int round = 0; round < ROUNDS && !ending.isAllOver(); round++) {
      settle();
      // A lease may outlast a round, and so may a request that is under way to a provider.
      course.waitUntil(basis.now().plus(Duration.ofMinutes(1)));
    }
    settleWhatIsLeft();
    // An operator who comes late may have reopened in the last one what went back.
    for (int round = 0; round < ROUNDS && ending.isReopened(); round++) {
      settle();
    }
  }

  /** What rounds of settling leave undone. Default: nothing. */
  void settleWhatIsLeft() {}

  final void settle() {
    operator.look(producer.events());
    rest();
    sendAgain();
    rest();
  }

  /** Sends again what was given up. */
  abstract void sendAgain();

  /** One more thing goes wrong, and nothing beside it. */
  abstract void outlast();

  /** What comes after all messages. Default: nothing. */
  void end() {}
}
