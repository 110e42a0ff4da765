package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.batch.Rereading;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.simulation.check.Invariant;
import dev.effectivelyonce.simulation.history.LogPlan;
import dev.effectivelyonce.simulation.log.LogRecord;
import dev.effectivelyonce.simulation.log.LogRun;
import dev.effectivelyonce.simulation.log.Wire;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Judges how far the positions of a log go, and knows what Lambda gave up. */
final class Positions {
  private final HistoryContext basis;
  private final LogPlan log;
  private final ParkedRecords parked;
  private final List<LogRecord> destination = new ArrayList<>();
  private final Set<String> expired = new HashSet<>();

  Positions(HistoryContext basis, LogPlan log, ParkedRecords parked) {
    this.basis = basis;
    this.log = log;
    this.parked = parked;
  }

  /**
   * A record is passed over because an invocation has answered so.
   *
   * @param doneSince since when an event may have been done
   */
  void passed(LogRun run, LogRecord record, Function<Event, Instant> doneSince) {
    if (parked.has(record)) {
      basis.counts.add("log: passed, parked", 1);
      return;
    }
    Optional<Event> event = Event.of(record.body());
    if (event.filter(it -> basis.wasCompleted(it, doneSince.apply(it))).isPresent()) {
      basis.counts.add("log: passed, completed", 1);
      return;
    }
    boolean hasFailed = event.isEmpty() || hasFailed(basis, log, event.get(), run.began());
    basis.findings.violated(
        hasFailed ? Invariant.PARKED_BEFORE_PASSED : Invariant.POSITION_BEHIND_UNFINISHED,
        run.id(),
        "passes",
        record);
  }

  /** Whether at any moment since then the event had failed for good, or was given up. */
  static boolean hasFailed(HistoryContext basis, LogPlan log, Event event, Instant since) {
    return basis.records.past().wasFailed(event.id(), event.fingerprint(), since)
        || (log.maxAttempts().isPresent() && basis.records.past().wasReleased(event.id(), since));
  }

  /** Whether at any moment since then reading a record had failed as often as it may. */
  static boolean isUnread(HistoryContext basis, LogPlan log, LogRecord record, Instant since) {
    String parked = Wire.of(basis.parts.source()).parkedId(record, Event.CONSUMER);
    RecordId attempts = RecordId.of(Event.CONSUMER, Rereading.key(parked));
    return log.maxAttempts().isPresent()
        && basis.records.past().wasReleased(attempts, log.maxAttempts().getAsInt(), since);
  }

  /** Lambda gives a record up. Without a destination it is gone. */
  void givenUp(LogRecord record) {
    basis.counts.add("log: given up", 1);
    if (log.keepsGivenUp()) {
      destination.add(record);
    } else if (!isCompleted(record)) {
      basis.counts.add("log: expired", 1);
      expired.add(record.body());
    }
  }

  private boolean isCompleted(LogRecord record) {
    return Event.of(record.body())
        .filter(it -> basis.wasCompleted(it, HistoryContext.START))
        .isPresent();
  }

  /** What is in the destination; it is empty then. */
  List<LogRecord> takeGivenUp() {
    List<LogRecord> taken = List.copyOf(destination);
    destination.clear();
    return taken;
  }

  /** Whether Lambda gave a record of an event up that is not sent back yet. */
  boolean isGivenUp(Event event) {
    return destination.stream().anyMatch(it -> it.body().equals(event.body()));
  }

  /** Whether Lambda gave a record of an event up without a destination. */
  boolean isExpired(Event event) {
    return expired.contains(event.body());
  }
}
