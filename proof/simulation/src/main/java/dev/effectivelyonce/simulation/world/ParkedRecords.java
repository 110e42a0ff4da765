package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.batch.ParkedMessage;
import dev.effectivelyonce.simulation.check.Invariant;
import dev.effectivelyonce.simulation.history.LogPlan;
import dev.effectivelyonce.simulation.history.Plan.Skew;
import dev.effectivelyonce.simulation.log.LogRecord;
import dev.effectivelyonce.simulation.log.LogRun;
import dev.effectivelyonce.simulation.log.Wire;
import dev.effectivelyonce.simulation.queue.SimulatedMessage;
import dev.effectivelyonce.simulation.queue.SimulatedMessage.Draft;
import dev.effectivelyonce.sqs.SqsParking;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Judges what a consumer parks: once, by one id, and what failed for good alone. */
final class ParkedRecords {
  /** A call that parks a record. */
  static final class Put {
    final LogRun run;
    final LogRecord record;
    final int rewinds;
    boolean isAnswered;
    boolean isArrived;

    Put(LogRun run, LogRecord record, int rewinds) {
      this.run = run;
      this.record = record;
      this.rewinds = rewinds;
    }
  }

  /** That of a consumer, and a little more. */
  private static final Duration ANSWER_TIME = Duration.ofMillis(150);

  private final HistoryContext basis;
  private final LogPlan log;
  private final Map<String, List<Put>> puts = new HashMap<>();
  private final Map<String, Integer> rewinds = new HashMap<>();
  private final Map<String, String> ids = new HashMap<>();
  private final Set<LogRun> unanswered = new HashSet<>();

  ParkedRecords(HistoryContext basis, LogPlan log) {
    this.basis = basis;
    this.log = log;
  }

  /** An invocation begins to park a record. */
  Put puts(LogRun run, ParkedMessage message) {
    String place =
        Wire.place(message.origin().partition(), message.origin().position(), message.body());
    LogRecord record =
        run.at(place)
            .orElseThrow(() -> new IllegalStateException("Parked, but not of the batch: " + place));
    basis.trace.line(run.process().name(), "parks", place, ":", message.why());
    List<Put> before = puts.computeIfAbsent(place, ignored -> new ArrayList<>());
    basis.findings.check(
        before.stream().noneMatch(it -> it.run == run),
        Invariant.PARKED_ONCE,
        run.id(),
        "parks twice:",
        place);
    basis.findings.check(hasFailed(run, record), Invariant.PARKED_HAS_FAILED, run.id(), place);
    Put put = new Put(run, record, rewinds.getOrDefault(place, 0));
    before.add(put);
    return put;
  }

  /** Without a claim nothing is recorded of a failure. */
  private boolean hasFailed(LogRun run, LogRecord record) {
    return !basis.plan.claimsFirst()
        || Positions.isUnread(basis, log, record, run.began())
        || Event.of(record.body())
            .map(
                it ->
                    basis.records.past().isForgotten(it.id())
                        || Positions.hasFailed(basis, log, it, run.began()))
            .orElse(true);
  }

  /** The queue has it. */
  void arrived(Put put, Draft draft) {
    String place = put.record.place();
    String id = String.valueOf(draft.attributes().get(SqsParking.ID));
    basis.findings.check(
        id.equals(ids.computeIfAbsent(place, ignored -> id)),
        Invariant.PARKED_ONCE,
        place,
        "is parked under another id");
    if (!put.isArrived) {
      put.isArrived = true;
      List<Put> all = Objects.requireNonNull(puts.get(place));
      all.stream().filter(it -> it != put && it.isArrived).forEach(it -> again(all, it, put));
      basis.counts.add("parked: arrived", 1);
    }
  }

  /** Nobody knew of the first when the second began, or the record was set back since. */
  private void again(List<Put> all, Put one, Put other) {
    Put first = all.indexOf(one) < all.indexOf(other) ? one : other;
    Put second = first == one ? other : one;
    boolean isOwed = !first.isAnswered || !isKnown(first, second) || first.rewinds < second.rewinds;
    basis.counts.add("parked: again", 1);
    basis.findings.check(
        isOwed,
        Invariant.PARKED_ONCE,
        second.run.id(),
        "parks again:",
        second.record.place(),
        ", which",
        first.run.id(),
        "has parked");
  }

  /** Whether the second began when it was clear to all what had become of the first. */
  private boolean isKnown(Put first, Put second) {
    return first
        .run
        .carriedOut(first.record.partition())
        .or(() -> first.run.gaveBack().filter(at -> mayNotGiveBack(first.run, at)))
        .filter(second.run.began()::isAfter)
        .isPresent();
  }

  /** It parks nothing and gives its batch back, but for a queue that fails, or the end of time. */
  private boolean mayNotGiveBack(LogRun run, Instant at) {
    return basis.plan.skew() == Skew.NONE
        && !unanswered.contains(run)
        && at.isBefore(run.deadline().minus(ANSWER_TIME));
  }

  /** Nobody knows whether it is kept. */
  void notAnswered(Put put) {
    unanswered.add(put.run);
    basis.counts.add("parked: not answered", 1);
  }

  /** The consumer knows that it is kept. */
  void answered(Put put) {
    put.isAnswered = true;
    basis.counts.add("parked: answered", 1);
  }

  /** A record that was passed comes again, by an operator's decision. */
  void comesAgain(LogRecord record) {
    rewinds.merge(record.place(), 1, Integer::sum);
  }

  /** Whether a record was ever parked. */
  boolean has(LogRecord record) {
    return puts.getOrDefault(record.place(), List.of()).stream().anyMatch(it -> it.isArrived);
  }

  /** What a parked message was in its log. */
  Optional<LogRecord> record(SimulatedMessage message) {
    String place =
        Wire.place(
            message.attributes().getOrDefault("partition", ""),
            message.attributes().getOrDefault("position", ""),
            message.body());
    return puts.getOrDefault(place, List.of()).stream().map(it -> it.record).findFirst();
  }
}
