package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.simulation.check.Invariant;
import dev.effectivelyonce.simulation.check.Violation;
import dev.effectivelyonce.simulation.history.Counts;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.Trace;
import dev.effectivelyonce.simulation.kernel.Choices;
import dev.effectivelyonce.simulation.kernel.Scheduler;
import dev.effectivelyonce.simulation.queue.SimulatedMessage.Draft;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;
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
  private static final Duration PATIENCE = Duration.ofHours(3);

  /** After so many nothing more goes wrong. */
  private static final int MANY_STEPS = 100_000;

  private static final int MOST_STEPS = 200_000;

  final HistoryContext basis;
  final Producer producer;
  final Operator operator;
  final FinalChecks ending;

  History(HistoryContext basis) {
    this.basis = basis;
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
    Scheduler scheduler = new Scheduler(choices, HistoryContext.START);
    HistoryContext basis =
        new HistoryContext(parts, choices, scheduler, counts, trace.apply(scheduler::now));
    return parts.source().isSqs() ? new World(basis) : new LogWorld(basis);
  }

  /**
   * Runs it.
   *
   * @return the first invariant that did not hold
   */
  public final Optional<Violation> run() {
    try {
      live();
    } catch (IllegalStateException bug) {
      basis.findings.violated(
          Invariant.NO_BUG, String.valueOf(bug.getMessage()), ":", String.valueOf(bug.getCause()));
    }
    basis.counts.add("steps", basis.scheduler.steps());
    if (basis.records.past().repeats() > 0) {
      basis.counts.add("failover: effects repeated", basis.records.past().repeats());
    }
    return basis.findings.first();
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
    waitUntil(basis.now().plus(TROUBLED));
    // What is sent after weeks may find a batch that comes back for as long as faults go on.
    proceed(() -> producer.isDone() || basis.scheduler.steps() > MANY_STEPS);
    basis.trace.line("calm", "from here on nothing goes wrong");
    basis.faults.calm();
    proceed(producer::isDone);
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
    boolean[] isOver = {false};
    basis.scheduler.after(PATIENCE, () -> isOver[0] = true);
    proceed(() -> isResting() || isOver[0]);
    basis.findings.check(isResting(), Invariant.COMES_TO_REST, "after", PATIENCE, "without faults");
  }

  /** Goes on until a time. */
  final void waitUntil(Instant time) {
    boolean[] isReached = {false};
    basis.scheduler.at(time, () -> isReached[0] = true);
    proceed(() -> isReached[0]);
  }

  /** Goes on until it is done, or an invariant did not hold. */
  private void proceed(BooleanSupplier isDone) {
    while (!isDone.getAsBoolean() && basis.findings.first().isEmpty()) {
      if (!basis.scheduler.step()) {
        return;
      }
      if (basis.scheduler.steps() > MOST_STEPS) {
        basis.findings.violated(Invariant.COMES_TO_REST, "not after", MOST_STEPS, "steps");
      }
    }
  }

  /** An operator settles what is held, then all is sent again; some rounds of it. */
  final void settleAll() {
    for (int round = 0; round < ROUNDS && !ending.isAllOver(); round++) {
      settle();
      // A lease may outlast a round, and so may a request that is under way to a provider.
      waitUntil(basis.now().plus(Duration.ofMinutes(1)));
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
