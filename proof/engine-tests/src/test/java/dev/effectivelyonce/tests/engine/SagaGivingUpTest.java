package dev.effectivelyonce.tests.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.saga.Saga;
import dev.effectivelyonce.core.steps.StepFailedException;
import dev.effectivelyonce.core.steps.StepNotDoneException;
import dev.effectivelyonce.core.steps.Steps;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A saga whose step does not happen: when it goes back, and when it must not. */
class SagaGivingUpTest {
  private final SagaShop shop = new SagaShop();
  private final Bench bench = shop.bench;
  private final Gateway gateway = shop.gateway;

  /** Its provider does not have it when it is asked, and carries it out afterwards. */
  @Test
  void aStepWhoseRequestMayStillBeUnderWayIsHeldRatherThanGivenUp() {
    Handler saga = shop.saga(it -> it.givingUpIn(2));
    shop.ships = SagaShop.throwing(new IllegalStateException("timeout"));
    assertThat(bench.deliver(saga)).isInstanceOf(Outcome.Released.class);
    shop.ships = SagaShop.throwing(new StepNotDoneException("no courier"));

    assertThat(bench.deliver(saga))
        .isInstanceOfSatisfying(
            Outcome.Held.class,
            held ->
                assertThat(held.why().text())
                    .contains("Step ship is in doubt", "Given up in attempt 2: no courier"));
    bench.assertRecord(Status.UNKNOWN, 2);
    assertThat(shop.step("ship").state()).isEqualTo(Step.State.INTENT);
    assertThat(gateway.calls).containsExactly("reserve", "charge");
  }

  @Test
  void theDoubtOfAnEarlierAttemptOutlastsAnyNumberOfRefusedConnections() {
    Handler saga = shop.saga(it -> it.givingUpIn(4));
    shop.ships = SagaShop.throwing(new IllegalStateException("timeout"));
    assertThat(bench.deliver(saga)).isInstanceOf(Outcome.Released.class);
    shop.ships = SagaShop.throwing(new StepNotDoneException("no courier"));

    assertThat(bench.deliver(saga)).isInstanceOf(Outcome.Released.class);
    assertThat(bench.deliver(saga)).isInstanceOf(Outcome.Released.class);
    assertThat(bench.deliver(saga)).isInstanceOf(Outcome.Held.class);
    assertThat(shop.step("ship").state()).isEqualTo(Step.State.INTENT);
  }

  @Test
  void anOperatorWhoFindsThatItDidNotHappenLetsTheSagaGoBack() {
    Handler saga = shop.saga(it -> it.givingUpIn(2));
    shop.ships = SagaShop.throwing(new IllegalStateException("timeout"));
    bench.deliver(saga);
    shop.ships = SagaShop.throwing(new StepNotDoneException("no courier"));
    assertThat(bench.deliver(saga)).isInstanceOf(Outcome.Held.class);

    shop.settle(shop.step("ship").notDone(new ErrorSummary("not in their books")));

    assertThat(bench.deliver(saga)).isInstanceOf(Outcome.Failed.class);
    assertThat(gateway.calls).containsExactly(SagaShop.UNDONE);
  }

  @Test
  void itsProvidersFinalWordEndsTheDoubt() {
    Handler saga = shop.saga(it -> it.givingUpIn(2));
    shop.ships = SagaShop.throwing(new IllegalStateException("timeout"));
    bench.deliver(saga);
    shop.ships = SagaShop.throwing(new StepFailedException("refused under this key"));

    assertThat(bench.deliver(saga)).isInstanceOf(Outcome.Failed.class);
    assertThat(gateway.calls).containsExactly(SagaShop.UNDONE);
  }

  /** As many attempts as the backoff makes of them. */
  @Test
  void aStepIsTriedUntilItsTimeIsOverHoweverManyAttemptsThatTakes() {
    Handler saga = shop.saga(it -> it.givingUpAfter(Duration.ofMinutes(15)));
    shop.ships = SagaShop.throwing(new StepNotDoneException("no courier"));

    for (int minute = 0; minute < 15; minute++) {
      assertThat(bench.deliver(saga)).isInstanceOf(Outcome.Released.class);
      bench.clock.advance(Duration.ofMinutes(1));
    }

    assertThat(bench.deliver(saga))
        .isEqualTo(new Outcome.Failed(new ErrorSummary("Given up in attempt 16: no courier"), 16));
    assertThat(gateway.calls).containsExactly(SagaShop.UNDONE);
  }

  @Test
  void aStepHasItsTimeFromWhenItWasFirstBegun() {
    Handler saga = shop.saga(it -> it.givingUpAfter(Duration.ofMinutes(15)));
    shop.breaks("charge");
    bench.deliver(saga);
    bench.clock.advance(Duration.ofHours(1));
    gateway.recovers();
    shop.ships = SagaShop.throwing(new StepNotDoneException("no courier"));

    assertThat(bench.deliver(saga)).isInstanceOf(Outcome.Released.class);
    bench.clock.advance(Duration.ofMinutes(15));
    assertThat(bench.deliver(saga)).isInstanceOf(Outcome.Failed.class);
  }

  @Test
  void attemptsAndTimeHaveToBeReachedBoth() {
    Handler saga = shop.saga(it -> it.givingUpIn(3).givingUpAfter(Duration.ofMinutes(15)));
    shop.ships = SagaShop.throwing(new StepNotDoneException("no courier"));

    assertThat(bench.deliver(saga)).isInstanceOf(Outcome.Released.class);
    bench.clock.advance(Duration.ofMinutes(15));
    assertThat(bench.deliver(saga)).isInstanceOf(Outcome.Released.class);
    assertThat(bench.deliver(saga)).isInstanceOf(Outcome.Failed.class);
  }

  @Test
  void anUndoingIsTriedForItsTimeTooBeforeItIsHeld() {
    Handler saga = shop.saga();
    shop.ships = SagaShop.throwing(new StepFailedException("no such address"));
    shop.breaks("refund of charge 2");

    for (int minute = 0; minute < 10; minute++) {
      assertThat(bench.deliver(saga)).isInstanceOf(Outcome.Released.class);
      bench.clock.advance(Duration.ofMinutes(1));
    }

    assertThat(bench.deliver(saga)).isInstanceOf(Outcome.Held.class);
  }

  @Test
  void aBoundThatIsNoneIsRefused() {
    Saga saga =
        Saga.over(Steps.unrecorded(RecordId.of(new ConsumerName("shop"), BusinessKey.of("O-1"))));

    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> saga.givingUpAfter(Duration.ofSeconds(-1)))
        .withMessageContaining("after PT-1S");
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> saga.givingUpIn(0))
        .withMessageContaining("in attempt 0");
  }
}
