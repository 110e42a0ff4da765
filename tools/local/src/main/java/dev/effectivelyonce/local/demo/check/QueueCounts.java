package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.local.demo.plan.DemoQueue;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.Kind;
import dev.effectivelyonce.local.demo.plan.Kind.Fate;
import dev.effectivelyonce.local.demo.plan.PlannedMessage;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Counts the events and messages of one queue. */
final class QueueCounts {
  private final Evidence evidence;
  private final DemoQueue queue;
  private final List<Event> events;

  QueueCounts(Evidence evidence, DemoQueue queue) {
    this.evidence = evidence;
    this.queue = queue;
    this.events = evidence.events(queue);
  }

  long events(Predicate<Event> which) {
    return events.stream().filter(which).count();
  }

  /** The messages that their handler may run for, of certain events. */
  long messages(Predicate<Event> which) {
    return runnable(which).count();
  }

  long sent(Predicate<PlannedMessage> which) {
    return evidence.plan().messages(queue).stream().filter(which).count();
  }

  /** Acknowledged or dead-lettered, each counted once if both are explained. */
  long accounted() {
    return sent(evidence::isAcknowledged) + sent(evidence::isDead) - sent(evidence::isNotDeleted);
  }

  /** Acknowledged messages of completed events, beyond the one by which each was applied. */
  long skipped() {
    return events.stream()
        .filter(evidence::isCompleted)
        .mapToLong(
            event -> evidence.runnable(event).stream().filter(evidence::isAcknowledged).count())
        .map(acknowledged -> Math.max(0, acknowledged - 1))
        .sum();
  }

  /** Messages of certain events beyond the first of each. */
  long copies(Predicate<Event> which) {
    return messages(which) - events(which.and(event -> !evidence.runnable(event).isEmpty()));
  }

  /** Messages of certain events that were given up before a function had acknowledged them. */
  long givenUp(Predicate<Event> which) {
    return runnable(which)
        .filter(message -> evidence.isDead(message) && !evidence.isAcknowledged(message))
        .count();
  }

  /** Messages whose receives deaths and faults used up. */
  long wornOut() {
    return runnable(event -> true).filter(evidence::isWornOut).count();
  }

  /** Returns how many repeats the deaths allow in all. */
  long repeatsAllowed() {
    return events.stream().mapToLong(evidence::repeatsAllowed).sum();
  }

  /** Returns how many of these repeats there are in the queue. */
  long repeats(Map<Event.Id, Integer> times) {
    return events.stream().mapToLong(event -> times.getOrDefault(event.id(), 0)).sum();
  }

  /** Zombies that completed late, and whose record keeps what another attempt, or nobody, did. */
  long zombiesRefused() {
    return events(
        kind(Kind.ZOMBIE)
            .and(evidence::isRefusedLate)
            .and(this::isPassed)
            .and(
                event ->
                    evidence
                        .record(event)
                        .filter(row -> row.resultAttempt().orElse(row.attempt()) == row.attempt())
                        .isPresent()));
  }

  /** Zombies that completed when another attempt had taken over, or was refused. */
  long zombiesLate() {
    return events(kind(Kind.ZOMBIE).and(evidence::isAnsweredLate).and(this::isPassed));
  }

  private boolean isPassed(Event event) {
    return evidence.wasTakenOver(event) || evidence.has(event, Status.UNKNOWN);
  }

  private Stream<PlannedMessage> runnable(Predicate<Event> which) {
    return events.stream().filter(which).flatMap(event -> evidence.runnable(event).stream());
  }

  static Predicate<Event> kind(Kind kind) {
    return event -> event.kind() == kind;
  }

  static Predicate<Event> fate(Fate fate) {
    return event -> event.kind().fate() == fate;
  }
}
