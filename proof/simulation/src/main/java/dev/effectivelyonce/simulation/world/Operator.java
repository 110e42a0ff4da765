package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.Plan.Shape;
import dev.effectivelyonce.simulation.kernel.SimulatedProcess;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Looks at records, thinks, and settles, erases, acknowledges or forgets some, as the command line
 * does.
 */
final class Operator extends Runs {
  private static final Set<Status> OVER = EnumSet.of(Status.COMPLETED, Status.FAILED);

  Operator(HistoryContext basis) {
    super(basis);
  }

  /** Looks at the records of some events. */
  void look(List<Event> events) {
    SimulatedProcess process = basis.process("operator");
    IdempotencyStore store = basis.store(process);
    start(
        process,
        () ->
            events.stream()
                .map(Event::id)
                .distinct()
                .forEach(id -> act(store, id, process.clock())));
  }

  private void act(IdempotencyStore store, dev.effectivelyonce.core.key.RecordId id, Clock clock) {
    try {
      Optional<IdempotencyRecord> found = store.find(id);
      if (found.isPresent()) {
        think();
        act(store, found.get(), clock);
      }
    } catch (StoreException e) {
      // The command line says so, and the operator tries again some day.
    }
  }

  private void think() {
    basis.network.pause(
        basis.faults.pick(Duration.ofMillis(10), Duration.ofSeconds(2), Duration.ofSeconds(9)));
  }

  private void act(IdempotencyStore store, IdempotencyRecord seen, Clock clock) {
    WriteTimestamp stamp = WriteTimestamp.of(clock.instant(), CodeUnderTest.RETENTION);
    if (basis.faults.happens(Fault.FORGOTTEN)) {
      store.forget(seen, clock.instant());
    } else if (OVER.contains(seen.status()) && basis.faults.happens(Fault.ERASED)) {
      store.erase(seen, clock.instant());
    } else if (seen.status() == Status.FAILED && basis.faults.happens(Fault.ACKNOWLEDGED)) {
      store.acknowledge(seen, clock.instant());
    } else if (basis.plan.shape() == Shape.SAGA && seen.status() == Status.UNKNOWN) {
      inDoubt(seen)
          .filter(step -> !basis.provider.isUnderWay(seen.id().providerKey(step.name())))
          .ifPresent(step -> store.settleStep(seen, decided(seen, step), stamp));
    } else if (inDoubt(seen).isPresent() && decidesOnSteps()) {
      inDoubt(seen).ifPresent(step -> store.settleStep(seen, decided(seen, step), stamp));
    } else if (seen.status() == Status.UNKNOWN && mayDecide()) {
      store.settle(seen, decision(), stamp);
    } else if (seen.status() == Status.FAILED && mayDecide()) {
      store.settle(seen, Settlement.RETRYABLE, stamp);
    }
  }

  private static Optional<Step> inDoubt(IdempotencyRecord seen) {
    return seen.status() == Status.UNKNOWN
        ? seen.steps().stream().filter(it -> it.state() == Step.State.INTENT).findFirst()
        : Optional.empty();
  }

  /** As the provider says. */
  private Step decided(IdempotencyRecord seen, Step step) {
    return basis.provider.has(seen.id().providerKey(step.name()))
        ? step.done(StoredResult.none())
        : step.notDone(new ErrorSummary("The provider does not have it"));
  }

  private boolean decidesOnSteps() {
    return basis.faults.isCalm()
        ? basis.faults.isHostile() && basis.faults.pick(2) == 1
        : basis.faults.happens(Fault.STEP_SETTLED);
  }

  private boolean mayDecide() {
    return basis.faults.isCalm() || basis.faults.happens(Fault.SETTLED);
  }

  private Settlement decision() {
    return basis.faults.pick(2) == 0 ? Settlement.COMPLETED : Settlement.RETRYABLE;
  }
}
