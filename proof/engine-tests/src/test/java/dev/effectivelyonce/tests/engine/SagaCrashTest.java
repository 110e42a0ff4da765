package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.saga.Compensation;
import dev.effectivelyonce.core.saga.Saga;
import dev.effectivelyonce.core.steps.StepAction;
import dev.effectivelyonce.core.steps.StepFailedException;
import dev.effectivelyonce.core.steps.StepPolicy;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.tests.engine.Steps.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/** The process of a saga dies, or an answer is lost, at every call of the store. */
class SagaCrashTest {
  /** Forward: claim, three steps, completion. */
  private static final int FORWARD_CALLS = 8;

  /** Back: claim, three steps, the decision, two undoings, failure. */
  private static final int BACK_CALLS = 13;

  private record Shop(Bench bench, Gateway gateway, StepAction<String> ships) {
    static Shop open(boolean delivers) {
      Gateway gateway = new Gateway();
      StepAction<String> refuses =
          key -> {
            throw new StepFailedException("no such address");
          };
      return new Shop(new Bench(RERUN), gateway, delivers ? gateway.does("ship") : refuses);
    }

    Handler saga() {
      StepPolicy<String> asks = StepPolicy.ask(String.class, gateway::find);
      return attempt ->
          Saga.over(attempt.steps())
              .run(
                  steps -> {
                    steps.step("reserve", asks, gateway.does("reserve"), undoneBy("release"));
                    steps.step("charge", asks, gateway.does("charge"), undoneBy("refund"));
                    return HandlerResult.completed(steps.step("ship", asks, ships));
                  });
    }

    private Compensation<String> undoneBy(String what) {
      return Compensation.by((key, done) -> gateway.does(what).perform(key));
    }

    void delivers(IdempotencyStore view) {
      try {
        bench.engine(view).execute(bench.request(), saga());
      } catch (Crash e) {
        // The next delivery has to cope.
      }
    }

    void redelivers() {
      for (int i = 0; i < 3; i++) {
        bench.lapse();
        bench.deliver(saga());
      }
    }
  }

  private static IdempotencyStore losesAnAnswer(Point point, IdempotencyStore store) {
    return Steps.at(
        point,
        store,
        () -> {
          throw new StoreException(StoreException.Kind.UNREACHABLE, "No answer", "Wait", null);
        });
  }

  private static List<Shop> afterTroubleAtEachPoint(boolean ships, int calls) {
    List<BiFunction<Point, IdempotencyStore, IdempotencyStore>> troubles =
        List.of(Crash::at, SagaCrashTest::losesAnAnswer);
    List<Shop> shops = new ArrayList<>();
    for (var trouble : troubles) {
      for (int call = 1; call <= calls; call++) {
        for (boolean afterItsWrite : new boolean[] {false, true}) {
          Shop shop = Shop.open(ships);
          shop.delivers(trouble.apply(new Point(call, afterItsWrite), shop.bench().store));
          shop.redelivers();
          shops.add(shop);
        }
      }
    }
    return shops;
  }

  @Test
  void aSagaThatCanBeDoneIsDoneOnceWhereverItsProcessDies() {
    List<Shop> shops = afterTroubleAtEachPoint(true, FORWARD_CALLS);

    assertThat(shops)
        .allSatisfy(
            shop -> {
              assertThat(shop.bench().record().status()).isEqualTo(Status.COMPLETED);
              assertThat(shop.gateway().calls).containsExactly("reserve", "charge", "ship");
            });
  }

  @Test
  void aSagaThatCanNotBeDoneIsUndoneOnceWhereverItsProcessDies() {
    List<Shop> shops = afterTroubleAtEachPoint(false, BACK_CALLS);

    assertThat(shops)
        .allSatisfy(
            shop -> {
              assertThat(shop.bench().record().status()).isEqualTo(Status.FAILED);
              for (String what : List.of("reserve", "charge", "refund", "release")) {
                assertThat(shop.gateway().effects(what)).as(what).isEqualTo(1);
              }
              assertThat(shop.gateway().calls("charge")).isEqualTo(1);
              assertThat(shop.gateway().calls.indexOf("refund"))
                  .isLessThan(shop.gateway().calls.indexOf("release"));
            });
  }
}
