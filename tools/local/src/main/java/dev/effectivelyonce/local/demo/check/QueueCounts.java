package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.local.demo.check.Tables.RecordRow;
import dev.effectivelyonce.local.demo.plan.DemoQueue;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.Kind;
import dev.effectivelyonce.local.demo.plan.Kind.Fate;
import dev.effectivelyonce.local.demo.plan.PlannedMessage;
import java.util.List;
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
    this.events =
        Stream.concat(
                evidence.plan().events(queue).stream(),
                evidence.plan().sentOn().stream().filter(event -> event.id().queue() == queue))
            .toList();
  }

  long events(Predicate<Event> which) {
    return events.stream().filter(which).count();
  }

  /** The messages that their handler may run for, of certain events. */
  long messages(Predicate<Event> which) {
    return events.stream().filter(which).mapToLong(event -> evidence.runnable(event).size()).sum();
  }

  long sent(Predicate<PlannedMessage> which) {
    return evidence.plan().messages(queue).stream().filter(which).count();
  }

  long sent(PlannedMessage.Role role) {
    return sent(message -> message.role() == role);
  }

  /** Acknowledged messages of completed events, beyond the one by which each was applied. */
  long skipped() {
    return events.stream().filter(this::isCompleted).mapToLong(this::acknowledgedAgain).sum();
  }

  private long acknowledgedAgain(Event event) {
    long acknowledged = evidence.runnable(event).stream().filter(evidence::isAcknowledged).count();
    return Math.max(0, acknowledged - 1);
  }

  /** Messages of certain events beyond the first of each. */
  long copies(Predicate<Event> which) {
    return messages(which) - events(which.and(event -> !evidence.runnable(event).isEmpty()));
  }

  /** Messages of an event that were given up before a function had acknowledged them. */
  long givenUp(Predicate<Event> which) {
    return events.stream()
        .filter(which)
        .flatMap(event -> evidence.runnable(event).stream())
        .filter(message -> evidence.isDead(message) && !evidence.isAcknowledged(message))
        .count();
  }

  /** Messages whose receives deaths and faults used up. */
  long wornOut() {
    return events.stream()
        .flatMap(event -> evidence.runnable(event).stream())
        .filter(evidence::isWornOut)
        .count();
  }

  /** Returns whether there are lines of a user's, of which nothing is known. */
  boolean hasGiven() {
    return events(fate(Fate.ANY)) > 0 || sent(PlannedMessage.Role.GIVEN) > 0;
  }

  /** Acknowledged or dead-lettered, each counted once if both are explained. */
  long accounted() {
    return sent(evidence::isAcknowledged) + sent(evidence::isDead) - sent(evidence::isNotDeleted);
  }

  int deaths(Event event) {
    return evidence.deaths(event);
  }

  boolean died(Event event) {
    return deaths(event) > 0;
  }

  boolean mayRepeat(Event event) {
    return evidence.repeatsAllowed(event) > 0;
  }

  /** Returns whether faults were injected. */
  boolean isDisturbed() {
    return !evidence.deliveries().interference().isNone();
  }

  /** Returns how many repeats the deaths allow in all. */
  long repeatsAllowed() {
    return events.stream().mapToLong(evidence::repeatsAllowed).sum();
  }

  /** Zombies that completed late, and whose record keeps what another attempt, or nobody, did. */
  long zombiesRefused() {
    return events(
        event ->
            event.kind() == Kind.ZOMBIE
                && evidence.isRefusedLate(event)
                && isPassed(event)
                && evidence
                    .record(event)
                    .filter(row -> row.resultAttempt().orElse(row.attempt()) == row.attempt())
                    .isPresent());
  }

  /** Zombies that completed when another attempt had taken over, or was refused. */
  long zombiesLate() {
    return events(
        event -> event.kind() == Kind.ZOMBIE && evidence.isAnsweredLate(event) && isPassed(event));
  }

  private boolean isPassed(Event event) {
    return wasTakenOver(event) || has(event, Status.UNKNOWN);
  }

  boolean isCompleted(Event event) {
    return evidence.isCompleted(event);
  }

  boolean has(Event event, Status status) {
    return evidence.record(event).filter(row -> row.status() == status).isPresent();
  }

  boolean wasTakenOver(Event event) {
    return isCompleted(event) && evidence.record(event).map(RecordRow::attempt).orElse(0) > 1;
  }

  boolean hasEffect(Event event) {
    return evidence.hasEffect(event);
  }

  /** All its messages were dead-lettered, since processes died with them in their batch. */
  boolean isExcused(Event event) {
    return !isCompleted(event)
        && evidence.runnable(event).stream()
            .allMatch(message -> evidence.isDead(message) && evidence.isWornOut(message));
  }

  static Predicate<Event> kind(Kind kind) {
    return event -> event.kind() == kind;
  }

  static Predicate<Event> fate(Fate fate) {
    return event -> event.kind().fate() == fate;
  }
}
