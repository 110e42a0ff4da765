package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Stamp;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.Plan.Shape;
import dev.effectivelyonce.simulation.kernel.SimulatedProcess;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Looks at records, thinks, and settles or forgets some, as the command line does. */
final class Operator {
  private final Basis basis;
  private int atWork;

  Operator(Basis basis) {
    this.basis = basis;
  }

  boolean isAtWork() {
    return atWork > 0;
  }

  /** Looks at the records of some events. */
  void look(List<Event> events) {
    SimulatedProcess process = basis.process("operator");
    IdempotencyStore store = basis.store(process);
    atWork++;
    process.start(
        () -> {
          events.stream().map(Event::id).distinct().forEach(id -> act(store, id, process.clock()));
          atWork--;
        });
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
    Duration thought =
        basis.faults.pick(Duration.ofMillis(10), Duration.ofSeconds(2), Duration.ofSeconds(9));
    basis.scheduler.await(() -> false, basis.now().plus(thought));
  }

  private void act(IdempotencyStore store, IdempotencyRecord seen, Clock clock) {
    Stamp stamp = Stamp.of(clock.instant(), Parts.RETENTION);
    if (basis.faults.happens(Fault.FORGOTTEN)) {
      store.forget(seen, clock.instant());
    } else if (seen.status() == Status.UNKNOWN && basis.plan.shape() == Shape.SAGA) {
      settleStep(store, seen, stamp);
    } else if (seen.status() == Status.UNKNOWN && mayDecide()) {
      store.settle(seen, decision(), stamp);
    } else if (seen.status() == Status.FAILED && mayDecide()) {
      store.settle(seen, Settlement.RETRYABLE, stamp);
    }
  }

  /** By what the provider says, when no request is under way any more. */
  private void settleStep(IdempotencyStore store, IdempotencyRecord seen, Stamp stamp) {
    seen.steps().stream()
        .filter(step -> step.state() == Step.State.INTENT)
        .filter(step -> !basis.provider.isUnderWay(seen.id().providerKey(step.name())))
        .findFirst()
        .ifPresent(step -> store.settleStep(seen, asItIs(step, seen), stamp));
  }

  private Step asItIs(Step step, IdempotencyRecord seen) {
    return basis
        .provider
        .did(seen.id().providerKey(step.name()))
        .map(value -> step.done(new StoredResult.Text("\"" + value + "\"")))
        .orElseGet(() -> step.notDone(new ErrorSummary("Not in the provider's books")));
  }

  private boolean mayDecide() {
    return basis.faults.isCalm() || basis.faults.happens(Fault.SETTLED);
  }

  private Settlement decision() {
    return basis.faults.pick(2) == 0 ? Settlement.COMPLETED : Settlement.RETRYABLE;
  }
}
