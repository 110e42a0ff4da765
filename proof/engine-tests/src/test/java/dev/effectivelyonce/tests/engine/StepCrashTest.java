package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.steps.StepPolicy;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.tests.engine.Steps.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * The process dies, or an answer is lost, at every call of the store: claim, intent and result of
 * two steps, completion.
 */
class StepCrashTest {
  private static final int CALLS = 6;

  /** One event whose handler charges and ships. */
  private static final class Shop {
    final Bench bench = new Bench(RERUN);
    final Gateway gateway = new Gateway();
    private final StepPolicy<String> policy;

    Shop(boolean asks) {
      this.policy =
          asks ? StepPolicy.ask(String.class, gateway::find) : StepPolicy.hold(String.class);
    }

    private Handler handler() {
      return attempt -> {
        String charged = attempt.steps().run("charge", policy, gateway.does("charge"));
        attempt.steps().run("ship", policy, gateway.does("ship"));
        return HandlerResult.completed(charged);
      };
    }

    void delivers(Point point, Trouble trouble) {
      try {
        bench.engine(trouble.at(point, bench)).execute(bench.request(), handler());
      } catch (Crash e) {
        // The next delivery has to cope.
      }
    }

    void redelivers() {
      for (int i = 0; i < 3; i++) {
        bench.lapse();
        Outcome outcome = bench.deliver(handler());
        assertThat(outcome.isDone()).isEqualTo(bench.record().status() == Status.COMPLETED);
      }
    }
  }

  private interface Trouble {
    IdempotencyStore at(Point point, Bench bench);
  }

  private static final Trouble CRASH = (point, bench) -> Crash.at(point, bench.store);
  private static final Trouble LOST_ANSWER =
      (point, bench) ->
          Steps.at(
              point,
              bench.store,
              () -> {
                throw new StoreException(
                    StoreException.Kind.UNREACHABLE, "No answer", "Wait", null);
              });

  private static List<Point> points() {
    List<Point> points = new ArrayList<>();
    for (int call = 1; call <= CALLS; call++) {
      points.add(new Point(call, false));
      points.add(new Point(call, true));
    }
    return points;
  }

  private static void atEachPoint(boolean asks, Trouble trouble, Consumer<Shop> check) {
    for (Point point : points()) {
      Shop shop = new Shop(asks);
      shop.delivers(point, trouble);
      shop.redelivers();
      check.accept(shop);
    }
  }

  @Test
  void askedAboutEachEffectHappensExactlyOnceAndTheEventIsDone() {
    for (Trouble trouble : List.of(CRASH, LOST_ANSWER)) {
      atEachPoint(
          true,
          trouble,
          shop -> {
            assertThat(shop.bench.record().status()).isEqualTo(Status.COMPLETED);
            assertThat(shop.gateway.calls).containsExactly("charge", "ship");
          });
    }
  }

  @Test
  void heldEachEffectHappensAtMostOnceAndWhatIsDoneNeedsNoOperator() {
    List<Status> ends = new ArrayList<>();
    atEachPoint(
        false,
        CRASH,
        shop -> {
          ends.add(shop.bench.record().status());
          assertThat(shop.gateway.calls("charge")).isLessThanOrEqualTo(1);
          assertThat(shop.gateway.calls("ship")).isLessThanOrEqualTo(1);
        });

    Status done = Status.COMPLETED;
    Status doubt = Status.UNKNOWN;
    assertThat(ends)
        .containsExactly(
            done, done, done, doubt, doubt, done, done, doubt, doubt, done, done, done);
  }

  @Test
  void aLostAnswerHoldsNothing() {
    atEachPoint(
        false,
        LOST_ANSWER,
        shop -> {
          assertThat(shop.bench.record().status()).isEqualTo(Status.COMPLETED);
          assertThat(shop.gateway.calls).containsExactly("charge", "ship");
        });
  }
}
