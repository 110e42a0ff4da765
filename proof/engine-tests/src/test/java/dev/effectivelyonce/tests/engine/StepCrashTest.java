package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.record.Status.COMPLETED;
import static dev.effectivelyonce.core.record.Status.FAILED;
import static dev.effectivelyonce.core.record.Status.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.steps.StepFailedException;
import dev.effectivelyonce.core.steps.StepPolicy;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.tests.engine.Steps.Point;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The process dies, or an answer is lost, at every call of the store that steps and sagas make. */
class StepCrashTest {
  /** Claim, intent and result of two steps, completion. */
  private static final int CALLS_OF_TWO_STEPS = 6;

  /** Claim, three steps, completion. */
  private static final int CALLS_FORWARD = 8;

  /** Claim, three steps, the decision to go back, two undoings, failure. */
  private static final int CALLS_BACK = 13;

  enum Trouble {
    CRASH,
    LOST_ANSWER;

    IdempotencyStore at(Point point, IdempotencyStore store) {
      return switch (this) {
        case CRASH -> Crash.at(point, store);
        case LOST_ANSWER -> Steps.at(point, store, Trouble::loseAnswer);
      };
    }

    private static void loseAnswer() {
      throw new StoreException(StoreException.Kind.UNREACHABLE, "No answer", "Wait", null);
    }
  }

  /** A shop for each point, after a delivery in trouble there, and redeliveries without any. */
  private static List<SagaShop> afterEach(
      Trouble trouble, int calls, Function<SagaShop, Handler> handler) {
    return IntStream.rangeClosed(1, calls)
        .boxed()
        .flatMap(call -> Stream.of(new Point(call, false), new Point(call, true)))
        .map(point -> after(trouble, point, handler))
        .toList();
  }

  private static SagaShop after(Trouble trouble, Point point, Function<SagaShop, Handler> handler) {
    SagaShop shop = new SagaShop();
    try {
      shop.bench
          .engine(trouble.at(point, shop.bench.store))
          .execute(shop.bench.request(), handler.apply(shop));
    } catch (Crash e) {
      // The next delivery has to cope.
    }
    for (int i = 0; i < 3; i++) {
      shop.bench.lapse();
      Outcome outcome = shop.bench.deliver(handler.apply(shop));
      assertThat(outcome.isDone()).isEqualTo(shop.bench.record().status() == COMPLETED);
    }
    return shop;
  }

  private static Handler asking(SagaShop shop) {
    return chargingAndShipping(shop, StepPolicy.ask(String.class, shop.gateway::find));
  }

  private static Handler holding(SagaShop shop) {
    return chargingAndShipping(shop, StepPolicy.hold(String.class));
  }

  private static Handler chargingAndShipping(SagaShop shop, StepPolicy<String> policy) {
    return attempt -> {
      String charged = attempt.steps().run("charge", policy, shop.gateway.does("charge"));
      attempt.steps().run("ship", policy, shop.gateway.does("ship"));
      return HandlerResult.completed(charged);
    };
  }

  private static Handler refusedAtTheEnd(SagaShop shop) {
    shop.ships = SagaShop.throwing(new StepFailedException("no such address"));
    return shop.saga();
  }

  @ParameterizedTest
  @EnumSource
  void askedAboutEachEffectHappensExactlyOnceAndTheEventIsDone(Trouble trouble) {
    assertThat(afterEach(trouble, CALLS_OF_TWO_STEPS, StepCrashTest::asking))
        .allSatisfy(shop -> assertDone(shop, "charge", "ship"));
  }

  @Test
  void heldEachEffectHappensAtMostOnceAndWhatIsDoneNeedsNoOperator() {
    List<SagaShop> shops = afterEach(Trouble.CRASH, CALLS_OF_TWO_STEPS, StepCrashTest::holding);

    assertThat(shops).allMatch(shop -> shop.gateway.calls("charge") <= 1);
    assertThat(shops).allMatch(shop -> shop.gateway.calls("ship") <= 1);
    assertThat(shops)
        .<Status>extracting(shop -> shop.bench.record().status())
        .containsExactly(
            COMPLETED, COMPLETED, COMPLETED, UNKNOWN, UNKNOWN, COMPLETED, COMPLETED, UNKNOWN,
            UNKNOWN, COMPLETED, COMPLETED, COMPLETED);
  }

  @Test
  void aLostAnswerHoldsNothing() {
    assertThat(afterEach(Trouble.LOST_ANSWER, CALLS_OF_TWO_STEPS, StepCrashTest::holding))
        .allSatisfy(shop -> assertDone(shop, "charge", "ship"));
  }

  @ParameterizedTest
  @EnumSource
  void aSagaThatCanBeDoneIsDoneOnce(Trouble trouble) {
    assertThat(afterEach(trouble, CALLS_FORWARD, SagaShop::saga))
        .allSatisfy(shop -> assertDone(shop, "reserve", "charge", "ship"));
  }

  private static void assertDone(SagaShop shop, String... calls) {
    assertThat(shop.bench.record().status()).isEqualTo(COMPLETED);
    assertThat(shop.gateway.calls).containsExactly(calls);
  }

  @ParameterizedTest
  @EnumSource
  void aSagaThatCanNotBeDoneIsUndoneOnce(Trouble trouble) {
    assertThat(afterEach(trouble, CALLS_BACK, StepCrashTest::refusedAtTheEnd))
        .allSatisfy(
            shop -> {
              assertThat(shop.bench.record().status()).isEqualTo(FAILED);
              for (String what : SagaShop.UNDONE) {
                assertThat(shop.gateway.effects(what)).as(what).isEqualTo(1);
              }
              assertThat(shop.gateway.calls("charge")).isEqualTo(1);
              assertThat(shop.gateway.calls.indexOf(SagaShop.UNDONE[2]))
                  .isLessThan(shop.gateway.calls.indexOf(SagaShop.UNDONE[3]));
            });
  }
}
