package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.steps.AttemptAbortedError;
import dev.effectivelyonce.core.steps.StepPolicy;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.simulation.check.Attempt;
import dev.effectivelyonce.simulation.check.Effects;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.Plan.Shape;
import dev.effectivelyonce.simulation.kernel.SimulatedProcess;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** A handler with an effect, and everything that handlers do. */
record SimulatedHandler(
    HistoryContext basis, SimulatedProcess process, Optional<SimulatedOutbox> sending)
    implements EventHandler {
  /** That of a consumer which sets none. */
  private static final Duration LEASE_MARGIN = Duration.ofSeconds(2);

  private static final int BEATS = 3;
  private static final Duration BETWEEN_BEATS = Duration.ofMillis(2950);

  @Override
  public HandlerResult handle(Event event, EventDelivery delivery) throws Exception {
    Attempt attempt =
        basis.effects.began(delivery.attempt(), event.fingerprint(), process, delivery.deadline());
    trace("runs", event, delivery);
    try {
      // A saga fails as one.
      Optional<HandlerResult> failed =
          basis.plan.shape() == Shape.SAGA ? Optional.empty() : fails();
      if (failed.isPresent()) {
        trace("fails", event, delivery);
        basis.effects.returned(attempt, Optional.empty());
        return failed.get();
      }
      renew(attempt, delivery);
      basis.conduct.takesTime();
      ask(delivery);
      return switch (basis.plan.shape()) {
        case PLAIN -> plain(event, delivery, attempt);
        case STEPPED -> inAStep(event, delivery, attempt);
        case SAGA -> saga(delivery, attempt);
        case COMMITTED, SINGLE_SHOT -> committing(event, delivery, attempt);
      };
    } catch (Exception | AttemptAbortedError e) {
      basis.effects.threw(attempt);
      trace("throws at", event, delivery);
      throw e;
    }
  }

  private HandlerResult plain(Event event, EventDelivery delivery, Attempt attempt)
      throws InterruptedException {
    trace("EFFECT of", event, delivery);
    basis.effects.happened(attempt);
    delivery.effect().run();
    goesOn();
    return HandlerResult.completed(returned(attempt, value(delivery)));
  }

  /** What the effect came to is told by the attempt that had it. */
  private HandlerResult inAStep(Event event, EventDelivery delivery, Attempt attempt)
      throws Exception {
    StepPolicy<String> asks = StepPolicy.lookup(String.class, basis.provider::find);
    String value =
        delivery
            .attempt()
            .steps()
            .run(
                Effects.STEP,
                asks,
                key -> {
                  trace("EFFECT of", event, delivery);
                  basis.effects.stepped(attempt);
                  basis.provider.does(key, value(delivery));
                  delivery.effect().run();
                  goesOn();
                  return value(delivery);
                });
    goesOn();
    return HandlerResult.completed(returned(attempt, value));
  }

  private HandlerResult saga(EventDelivery delivery, Attempt attempt) throws Exception {
    return new SimulatedSaga(basis, this, delivery, attempt).run();
  }

  private HandlerResult committing(Event event, EventDelivery delivery, Attempt attempt)
      throws InterruptedException {
    goesOn();
    Runnable sends = sends(event, delivery);
    return basis
        .table
        .effects()
        .commit(
            () -> {
              committed(event, delivery, attempt);
              sends.run();
            },
            returned(attempt, value(delivery)));
  }

  /** Writes the message that goes out because of an event, where there is an outbox. */
  private Runnable sends(Event event, EventDelivery delivery) {
    return sending
        .map(outbox -> outbox.writing(event, delivery.attempt(), process))
        .orElse(() -> {});
  }

  void goesOn() throws InterruptedException {
    basis.conduct.goesOn();
    basis.conduct.throwIf(Fault.HANDLER_THROWS_AFTER_EFFECT);
  }

  private static String value(EventDelivery delivery) {
    return "done by " + delivery.attempt().owner();
  }

  private String returned(Attempt attempt, String value) {
    basis.effects.returned(attempt, Optional.of(value));
    return value;
  }

  private void committed(Event event, EventDelivery delivery, Attempt attempt) {
    trace("EFFECT of", event, delivery);
    basis.effects.committed(attempt);
    delivery.effect().run();
  }

  Optional<HandlerResult> fails() throws InterruptedException {
    return basis.conduct.fails(() -> HandlerResult.retry("simulated"));
  }

  /** Renewals by the handler itself, some of them about when the lease lapses. */
  private void renew(Attempt attempt, EventDelivery delivery) throws InterruptedException {
    if (basis.faults.happens(Fault.HANDLER_RENEWS)) {
      for (int beat = 0; beat < BEATS; beat++) {
        renewOnce(attempt, delivery);
        basis.scheduler.sleep(BETWEEN_BEATS.plusMillis(basis.faults.pick(600)));
      }
    }
  }

  private void renewOnce(Attempt attempt, EventDelivery delivery) {
    IdempotencyStore store = basis.store(process);
    try {
      store
          .find(delivery.attempt().id())
          .filter(it -> it.isOwnedBy(delivery.attempt().owner()))
          .ifPresent(mine -> renew(attempt, mine, store, Duration.ofSeconds(1)));
    } catch (StoreException e) {
      // Its lease lapses as if it had not tried.
    }
  }

  private void renew(
      Attempt attempt, IdempotencyRecord mine, IdempotencyStore store, Duration time) {
    Instant until = basis.now().plus(time);
    Instant local = process.clock().instant();
    Instant later = local.plus(time).plus(LEASE_MARGIN);
    Instant lease = later.isAfter(mine.leaseUntil()) ? later : mine.leaseUntil();
    if (store.renew(mine, lease, WriteTimestamp.of(local, CodeUnderTest.RETENTION))
        instanceof WriteResult.Written) {
      basis.effects.renewed(attempt, until);
    }
  }

  /** Some ask before their effect whether they may still have it. */
  private void ask(EventDelivery delivery) {
    if (basis.plan.heartbeat().isPresent() && basis.faults.pick(2) == 1) {
      delivery.attempt().claim().ensureHeld();
    }
  }

  private void trace(String what, Event event, EventDelivery delivery) {
    basis.trace.line(process.name(), what, event.body(), "by", delivery.attempt().owner());
  }
}
