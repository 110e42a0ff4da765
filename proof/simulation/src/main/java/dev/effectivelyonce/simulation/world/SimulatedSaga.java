package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.saga.Compensation;
import dev.effectivelyonce.core.saga.Saga;
import dev.effectivelyonce.core.saga.SagaSteps;
import dev.effectivelyonce.core.steps.StepAction;
import dev.effectivelyonce.core.steps.StepFailedException;
import dev.effectivelyonce.core.steps.StepNotDoneException;
import dev.effectivelyonce.core.steps.StepPolicy;
import dev.effectivelyonce.simulation.check.Attempt;
import dev.effectivelyonce.simulation.check.Sagas;
import dev.effectivelyonce.simulation.history.Fault;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/**
 * One attempt at a saga at somebody else's: reserve, charge and ship.
 *
 * @param handler what all handlers do
 */
record SimulatedSaga(
    HistoryContext basis, SimulatedHandler handler, EventDelivery delivery, Attempt attempt) {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  HandlerResult run() throws Exception {
    HandlerResult result =
        Saga.over(delivery.attempt().steps())
            .givingUpAfter(PATIENCE)
            .holdingAfter(Integer.MAX_VALUE)
            .run(this::forward);
    if (!(result instanceof HandlerResult.Completed)) {
      basis.effects.returned(attempt, Optional.empty());
    }
    return result;
  }

  private HandlerResult forward(SagaSteps saga) throws Exception {
    Optional<HandlerResult> failed = handler.fails();
    if (failed.isPresent()) {
      return failed.get();
    }
    saga.step("reserve", asks(), does("reserve"), undoing("reserve"));
    String charged = saga.step("charge", asks(), does("charge"), undoing("charge"));
    saga.step("ship", asks(), this::ship);
    handler.goesOn();
    basis.effects.returned(attempt, Optional.of(charged));
    return HandlerResult.completed(charged);
  }

  private StepPolicy<String> asks() {
    return StepPolicy.lookup(String.class, basis.provider::find);
  }

  private String ship(String key) throws Exception {
    if (basis.faults.happens(Fault.HANDLER_FAILS)) {
      basis.provider.refuse(key);
    }
    if (basis.provider.hasRefused(key)) {
      throw new StepFailedException("simulated");
    }
    return does("ship").perform(key);
  }

  private StepAction<String> does(String step) {
    return key -> {
      delivery.effect().run();
      return happens(step, key);
    };
  }

  private Compensation<String> undoing(String step) {
    return new Compensation<>(
        StepPolicy.lookup(key -> basis.provider.wasDone(key)),
        (key, done) -> happens(step + Sagas.UNDO, key));
  }

  /** Most providers refuse what they have under way. */
  private boolean isBusyWith(String key) {
    return basis.provider.isUnderWay(key) && !basis.faults.isCalm() && basis.faults.pick(4) > 0;
  }

  private String happens(String step, String key) throws Exception {
    String value = "done by " + delivery.attempt().owner();
    if (basis.faults.happens(Fault.HANDLER_RETRIES) || isBusyWith(key)) {
      throw new StepNotDoneException("simulated");
    }
    if (basis.faults.happens(Fault.REQUEST_LATE)) {
      basis.trace.line(attempt.toString(), "asks in vain for", step);
      basis.provider.doesLater(key, value, () -> basis.sagas.happened(attempt, step));
      throw new TimeoutException("simulated");
    }
    basis.trace.line(attempt.toString(), "does", step);
    if (basis.provider.does(key, value)) {
      basis.sagas.happened(attempt, step);
    }
    handler.goesOn();
    return value;
  }
}
