package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.retry.Backoff;
import dev.effectivelyonce.simulation.check.Invariant;
import dev.effectivelyonce.simulation.queue.SimulatedMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;

/**
 * Something is out of order for a while, in a history in which nothing else goes wrong any more.
 */
final class Outage {
  private enum Kind {
    /** The store answers nothing. */
    STORE,
    /** What handlers call answers nothing. */
    DOWNSTREAM,
    /** Messages can't be read for now. */
    READER,
    /** A class is missing where messages are read, until another process has it. */
    PROCESS
  }

  private static final List<Event> EVENTS =
      List.of(new Event("outlasts-0", "one"), new Event("outlasts-1", "one"));

  private final HistoryContext basis;
  private Kind kind = Kind.STORE;
  private Instant until = Instant.MIN;

  Outage(HistoryContext basis) {
    this.basis = basis;
  }

  /**
   * Begins, and messages are sent into it.
   *
   * @return whether it lasts longer than the consumer survives
   */
  boolean begin(Producer producer) {
    drawKind();
    boolean isLong = basis.faults.pick(3) == 2;
    Duration survived =
        Backoff.standard().within(basis.plan.hidden()).survived(basis.plan.maxReceives());
    // One receive survives nothing, not even a process that ends for a reason of its own.
    boolean isTooLong = isLong || survived.isZero();
    begin(
        producer,
        isTooLong ? survived.multipliedBy(3).plus(Duration.ofMinutes(1)) : survived,
        isTooLong ? ", too long" : ", survived");
    return isTooLong;
  }

  /** The same for a consumer that survives any: it lasts so long. */
  void begin(Producer producer, Duration lasts) {
    drawKind();
    begin(producer, lasts, "");
  }

  private void drawKind() {
    kind = Kind.values()[basis.faults.pick(Kind.values().length)];
  }

  private void begin(Producer producer, Duration lasts, String how) {
    until = basis.now().plus(lasts);
    basis.trace.line("outage of", kind, "until", until, how);
    basis.counts.add("outage: " + kind + how, 1);
    if (kind == Kind.STORE) {
      basis.table.awayUntil(until);
    }
    producer.sendNow(EVENTS);
  }

  Instant until() {
    return until;
  }

  /** Whether an attempt that meets it counts. */
  boolean isCounted() {
    return kind == Kind.DOWNSTREAM || kind == Kind.READER;
  }

  /** Whether a process that began by now may have been unable to go on. */
  boolean hasBrokenProcesses() {
    return kind == Kind.PROCESS;
  }

  /** It is over, and was as long as the consumer survives. */
  void survived() {
    List<String> dead = basis.deadLetters.messages().stream().map(SimulatedMessage::body).toList();
    survived(event -> dead.contains(event.body()));
  }

  /**
   * It is over, and the consumer survives it.
   *
   * @param dead whether a message of an event was given up
   */
  void survived(Predicate<Event> dead) {
    for (Event event : EVENTS) {
      basis.findings.check(
          !dead.test(event),
          Invariant.OUTAGE_SURVIVED,
          event.body(),
          "is dead-lettered for an outage of",
          kind);
    }
  }

  /** What happens when a message is read. */
  void reading() {
    if (lasts(Kind.READER)) {
      throw new IllegalStateException("simulated");
    }
    if (lasts(Kind.PROCESS)) {
      throw new NoClassDefFoundError("simulated");
    }
  }

  /** A handler that calls what may be out of order. */
  EventHandler around(EventHandler handler) {
    return (event, delivery) ->
        lasts(Kind.DOWNSTREAM)
            ? HandlerResult.retryAfter(Duration.ZERO, "away")
            : handler.handle(event, delivery);
  }

  private boolean lasts(Kind which) {
    return kind == which && basis.now().isBefore(until);
  }
}
