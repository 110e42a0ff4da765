package dev.effectivelyonce.simulation.store;

import dev.effectivelyonce.core.protocol.Decision;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Stamp;
import dev.effectivelyonce.core.store.Guard;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.simulation.check.Records;
import dev.effectivelyonce.simulation.history.Counts;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.Faults;
import dev.effectivelyonce.simulation.history.Plan;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** What happens to a record between an attempt's look at it and its write. */
final class Meanwhile {
  private static final Duration MARGIN = Duration.ofSeconds(2);

  private final Table table;
  private final Records judged;
  private final Plan plan;
  private final Faults faults;
  private final Counts counts;
  private boolean isOperated;

  Meanwhile(Table table, Records judged, Plan plan, Faults faults, Counts counts) {
    this.table = table;
    this.judged = judged;
    this.plan = plan;
    this.faults = faults;
    this.counts = counts;
  }

  void operated() {
    isOperated = true;
  }

  /** The decision that the engine is about to make, for the counts: it is a pure function. */
  void decidedOn(Optional<IdempotencyRecord> found, Claim claim, Instant local) {
    Decision decision = Decision.decide(found, claim, local, plan.policy());
    counts.add("decided " + decision.getClass().getSimpleName(), 1);
    switch (decision) {
      case Decision.TakeOver(IdempotencyRecord seen) -> takesOver(seen);
      case Decision.Hold(IdempotencyRecord seen) -> renew(seen);
      default -> {
        // Nothing is about to change what was found.
      }
    }
  }

  private void takesOver(IdempotencyRecord seen) {
    if (isOperated && faults.happens(Fault.FORGOTTEN_MEANWHILE)) {
      table.write(new Write.Forget(seen, table.now()));
    } else if (mayBeDeleted(seen) && faults.happens(Fault.DELETED_MEANWHILE)) {
      table.delete(seen.id());
    } else {
      renew(seen);
    }
  }

  /** By a person, who looks before. */
  private boolean mayBeDeleted(IdempotencyRecord seen) {
    return isOperated
        && faults.rulesOut(Fault.REQUEST_LATE)
        && new Guard.AtRest(seen, table.now()).holds(table.records().find(seen.id()));
  }

  /** A heartbeat's renewal that was late on its way arrives just now; its answer never does. */
  private void renew(IdempotencyRecord seen) {
    if (judged.isRunning(seen.id(), seen.owner())
        && plan.heartbeat().isPresent()
        && faults.happens(Fault.RENEWED_MEANWHILE)) {
      Instant later = table.now().plus(plan.heartbeat().orElseThrow()).plus(MARGIN);
      Stamp stamp = new Stamp(table.now(), seen.stamp().keptUntil());
      table.write(new Write.Renew(seen, later, stamp));
    }
  }
}
