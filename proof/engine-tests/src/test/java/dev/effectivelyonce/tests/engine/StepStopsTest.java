package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.steps.HandlerStopped;
import dev.effectivelyonce.core.steps.StepFailedException;
import dev.effectivelyonce.core.steps.StepPolicy;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What stops a handler is no exception that it takes by accident, and stands whatever it does. */
class StepStopsTest {
  private static final StepPolicy<String> HELD = StepPolicy.hold(String.class);

  private final Bench bench = new Bench(RERUN);
  private final Gateway gateway = new Gateway();
  private final List<Exception> taken = new ArrayList<>();
  private final Handler charges =
      attempt ->
          HandlerResult.completed(attempt.steps().run("charge", HELD, gateway.does("charge")));

  /** Takes every exception, and would have another effect then. */
  private Handler careless(Handler handler) {
    return attempt -> {
      try {
        return handler.handle(attempt);
      } catch (Exception e) {
        taken.add(e);
        return HandlerResult.fail("given up");
      }
    };
  }

  @AfterEach
  void noStopWasTaken() {
    assertThat(taken).isEmpty();
  }

  @Test
  void thatTheClaimIsAnothersByNow() {
    Outcome outcome =
        bench.deliver(
            careless(
                attempt -> {
                  takenOverMeanwhile();
                  return charges.handle(attempt);
                }));

    assertThat(outcome).isEqualTo(new Outcome.Superseded(1));
  }

  /** By the clock of this attempt its time is not over: the other's clock is fast. */
  private void takenOverMeanwhile() {
    Clock fast = Clock.offset(bench.clock, Bench.TIME.plus(Bench.MARGIN));
    bench
        .engine(bench.memory, fast, String::valueOf, transition -> {})
        .execute(Bench.requestAt(fast.instant()), rival -> HandlerResult.completed());
  }

  @Test
  void thatItsTimeIsOver() {
    Outcome outcome =
        bench.deliver(
            careless(
                attempt -> {
                  bench.clock.advance(Bench.TIME);
                  return charges.handle(attempt);
                }));

    assertThat(outcome).isInstanceOf(Outcome.Released.class);
  }

  @Test
  void thatAStepIsInDoubt() {
    gateway.after(
        "charge",
        () -> {
          throw new IllegalStateException("timeout");
        });
    bench.deliver(charges);

    assertThat(bench.deliver(careless(charges))).isInstanceOf(Outcome.Held.class);
  }

  @Test
  void thatTheHandlerWantsAnOperator() {
    Outcome outcome =
        bench.deliver(
            careless(
                attempt -> {
                  throw attempt.steps().hold("Ask the customer");
                }));

    assertThat(outcome).isEqualTo(new Outcome.Held(new ErrorSummary("Ask the customer")));
  }

  @Test
  void thatAStepNeedsAClaim() {
    assertThat(bench.singleShot().execute(bench.request(), careless(charges)).isDone()).isTrue();
    assertThat(gateway.calls).containsExactly("charge");
  }

  @Test
  void thatAHandlerWithoutAClaimWantsAnOperator() {
    Outcome outcome =
        bench
            .singleShot()
            .execute(
                bench.request(),
                careless(
                    attempt -> {
                      throw attempt.steps().hold("Ask the customer");
                    }));

    assertThat(outcome).isEqualTo(new Outcome.Held(new ErrorSummary("Ask the customer")));
    bench.assertRecord(Status.UNKNOWN, 1);
  }

  @Test
  void whateverTheHandlerThrowsInItsPlace() {
    Outcome outcome =
        bench.deliver(
            attempt -> {
              HandlerStopped ignored = attempt.steps().hold("Ask the customer");
              throw new StepFailedException("declined");
            });

    assertThat(outcome).isEqualTo(new Outcome.Held(new ErrorSummary("Ask the customer")));
  }

  @Test
  void whateverTheHandlerDecidesThen() {
    Outcome outcome =
        bench.deliver(
            attempt -> {
              HandlerStopped ignored = attempt.steps().hold("Ask the customer");
              attempt.steps().decide("refund", "the customer did not answer");
              return HandlerResult.completed();
            });

    assertThat(outcome).isEqualTo(new Outcome.Held(new ErrorSummary("Ask the customer")));
    assertThat(bench.record().steps()).isEmpty();
  }
}
