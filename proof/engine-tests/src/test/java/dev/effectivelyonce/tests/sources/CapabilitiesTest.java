package dev.effectivelyonce.tests.sources;

import static dev.effectivelyonce.core.Refusals.assertMistake;
import static dev.effectivelyonce.tests.sources.Rig.PARCEL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.EnumSource.Mode.EXCLUDE;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.steps.StepPolicy;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.tests.sources.Rig.Told;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a consumer can do behind each source, beside what EndingsTest shows. */
class CapabilitiesTest {
  private final AtomicInteger effects = new AtomicInteger();

  @ParameterizedTest
  @EnumSource
  void aStepThatIsDoneIsNotRunAgain(Source source) {
    Rig rig = new Rig(source);
    rig.doing(
        attempt -> {
          attempt
              .steps()
              .run("charge", StepPolicy.hold(String.class), it -> "" + effects.incrementAndGet());
          if (attempt.isFirst()) {
            throw new IllegalStateException("after the step");
          }
          return HandlerResult.completed(rig.answer());
        });

    rig.deliver(PARCEL);

    assertThat(rig.deliver(PARCEL)).isEqualTo(Told.DONE);
    assertThat(rig.ran).hasValue(2);
    assertThat(effects).hasValue(1);
  }

  @ParameterizedTest
  @EnumSource
  void holdingOverAStoreThatMayForgetIsRefused(Source source) {
    Rig rig = Rig.overAForgettingStore(source);
    assertThat(rig.deliver(PARCEL)).isEqualTo(Told.DONE);

    rig.abandoned = AbandonedClaimPolicy.HOLD;

    assertMistake(() -> rig.deliver(PARCEL), "may forget them at a failover");
  }

  @ParameterizedTest
  @EnumSource
  void anotherEventUnderAUsedKeyIsNoCopy(Source source) {
    Rig rig = new Rig(source);

    assertThat(rig.deliver(PARCEL)).isEqualTo(Told.DONE);
    assertThat(rig.deliver(new Parcel(PARCEL.id(), 8))).isNotEqualTo(Told.DONE);

    assertThat(rig.ran).hasValue(1);
  }

  @ParameterizedTest
  @EnumSource(mode = EXCLUDE, names = "HTTP")
  void aHeartbeatKeepsTheClaimOfALongHandler(Source source) {
    Rig rig = new Rig(source);
    rig.heartbeat = Optional.of(Rig.HEARTBEAT);
    rig.doing(
        attempt -> {
          rig.timers.advance(Duration.ofHours(1));
          return HandlerResult.completed(rig.answer());
        });

    assertThat(rig.deliver(PARCEL)).isEqualTo(Told.DONE);

    assertThat(rig.store.calls(Verb.RENEW)).isEqualTo(360);
  }
}
