package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.batch.PartitionLanes;
import dev.effectivelyonce.simulation.check.Invariant;
import dev.effectivelyonce.simulation.history.LogPlan;
import dev.effectivelyonce.simulation.log.LogRecord;
import dev.effectivelyonce.simulation.log.LogRun;
import java.util.Optional;

/**
 * The order of effects in a lane: within a batch nothing overtakes a record that may still run.
 * That nothing before the batch may is asked of the position.
 */
record LaneOrder(HistoryContext basis, LogPlan log) {
  /** A record has its effect. */
  void effect(LogRun run, LogRecord mine) {
    if (!basis.plan.excludes()) {
      return;
    }
    for (LogRecord other : run.records(mine.partition())) {
      if (other.equals(mine)) {
        return;
      }
      if (isOfOneLane(other, mine)) {
        basis.findings.check(
            mayBePassed(run, other, mine),
            Invariant.ORDER_IN_LANE,
            mine,
            "has its effect before",
            other);
      }
    }
  }

  private boolean isOfOneLane(LogRecord first, LogRecord second) {
    return log.lanes() == PartitionLanes.PARTITION || first.key().equals(second.key());
  }

  private boolean mayBePassed(LogRun run, LogRecord other, LogRecord mine) {
    Optional<Event> event = Event.of(other.body());
    return event.isEmpty()
        || other.body().equals(mine.body())
        || basis.records.past().isForgotten(event.get().id())
        || Positions.isUnread(basis, log, other, run.began())
        || Positions.hasFailed(basis, log, event.get(), run.began())
        || basis.records.past().wasFinal(event.get().id(), event.get().fingerprint(), run.began());
  }
}
