package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;

import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.Stamp;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.saga.Compensation;
import dev.effectivelyonce.core.saga.Saga;
import dev.effectivelyonce.core.saga.SagaSteps;
import dev.effectivelyonce.core.steps.StepAction;
import dev.effectivelyonce.core.steps.StepPolicy;
import java.util.function.UnaryOperator;

/** One event of a saga that reserves, charges and ships. */
final class SagaShop {
  final Bench bench = new Bench(RERUN);
  final Gateway gateway = new Gateway();

  StepAction<String> ships = gateway.does("ship");

  Handler saga() {
    return saga(it -> it);
  }

  Handler saga(UnaryOperator<Saga> settings) {
    return attempt -> settings.apply(Saga.over(attempt.steps())).run(steps -> body(steps));
  }

  HandlerResult body(SagaSteps steps) throws Exception {
    StepPolicy<String> asks = StepPolicy.ask(String.class, gateway::find);
    steps.step("reserve", asks, gateway.does("reserve"), undoneBy("release"));
    steps.step("charge", asks, gateway.does("charge"), undoneBy("refund"));
    return HandlerResult.completed(steps.step("ship", asks, key -> ships.perform(key)));
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
