package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;

import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.Stamp;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.saga.Compensation;
import dev.effectivelyonce.core.saga.Saga;
import dev.effectivelyonce.core.saga.SagaBody;
import dev.effectivelyonce.core.saga.SagaSteps;
import dev.effectivelyonce.core.steps.StepAction;
import dev.effectivelyonce.core.steps.StepPolicy;
import java.util.function.UnaryOperator;

/** One event of a saga that reserves, charges and ships. */
final class SagaShop {
  /** All that happens where shipping is refused. */
  static final String[] UNDONE = {
    "reserve", "charge", "refund of charge 2", "release of reserve 1"
  };

  final Bench bench = new Bench(RERUN);
  final Gateway gateway = new Gateway();

  final StepPolicy<String> asks = StepPolicy.ask(String.class, gateway::find);
  StepAction<String> ships = gateway.does("ship");

  Handler saga() {
    return saga(it -> it);
  }

  Handler saga(UnaryOperator<Saga> settings) {
    return attempt -> settings.apply(Saga.over(attempt.steps())).run(steps -> body(steps));
  }

  static Handler running(SagaBody body) {
    return attempt -> Saga.over(attempt.steps()).run(body);
  }

  HandlerResult body(SagaSteps steps) throws Exception {
    reserveAndCharge(steps);
    return HandlerResult.completed(steps.step("ship", asks, key -> ships.perform(key)));
  }

  private void reserveAndCharge(SagaSteps steps) throws Exception {
    steps.step("reserve", asks, gateway.does("reserve"), undoneBy("release"));
    steps.step("charge", asks, gateway.does("charge"), undoneBy("refund"));
  }

  /** What undoes it names what it undoes. */
  Compensation<String> undoneBy(String what) {
    return Compensation.by((key, done) -> gateway.does(what + " of " + done).perform(key));
  }

  static StepAction<String> throwing(Exception e) {
    return key -> {
      throw e;
    };
  }

  Step step(String name) {
    return bench.record().step(name).orElseThrow();
  }

  void breaks(String what) {
    gateway.after(
        what,
        () -> {
          throw new IllegalStateException("timeout");
        });
  }

  /** An operator settles a step of the record as it is now. */
  void settle(Step step) {
    bench.memory.settleStep(bench.record(), step, Stamp.of(bench.clock.instant(), Bench.RETENTION));
  }
}
