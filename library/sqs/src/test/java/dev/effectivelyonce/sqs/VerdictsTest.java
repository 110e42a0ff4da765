package dev.effectivelyonce.sqs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.sqs.Verdict.Fail;
import dev.effectivelyonce.sqs.Verdict.Rest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VerdictsTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final Instant LEASE_UNTIL = NOW.plusSeconds(32);
  private static final ErrorSummary WHY = new ErrorSummary("why");
  private final StoreException fault =
      new StoreException(StoreException.Kind.THROTTLED, "Throttled", "Wait", null);

  @Test
  void whatIsDoneIsAcknowledged() {
    assertThat(verdict(new Outcome.Executed(StoredResult.none(), 1)))
        .isEqualTo(new Verdict.Acknowledge());
    assertThat(verdict(new Outcome.Duplicate(StoredResult.none())))
        .isEqualTo(new Verdict.Acknowledge());
  }

  @Test
  void whatNeverRunsAgainGoesToTheDeadLetterQueueAndItsLaneGoesOn() {
    for (Outcome outcome :
        List.of(
            new Outcome.Failed(WHY, 1),
            new Outcome.AlreadyFailed(WHY),
            new Outcome.Held(WHY),
            new Outcome.KeyReused())) {
      assertThat(verdict(outcome)).isEqualTo(fail(Duration.ZERO, Rest.GOES_ON));
    }
  }

  @Test
  void whatMayRunAgainHoldsItsLane() {
    assertThat(verdict(released())).isEqualTo(fail(Duration.ofSeconds(1), Rest.WAITS));
    assertThat(verdict(new Outcome.StoreFailed(fault)))
        .isEqualTo(fail(Duration.ofSeconds(1), Rest.WAITS));
    assertThat(verdict(new Outcome.NotStarted(Outcome.Reason.DEADLINE)))
        .isEqualTo(fail(Duration.ZERO, Rest.WAITS));
    assertThat(verdict(new Outcome.Unrecorded(fault, 1)))
        .isEqualTo(fail(Duration.ofSeconds(32), Rest.WAITS));
    assertThat(verdict(new Outcome.Superseded(1)))
        .isEqualTo(new Fail(Optional.empty(), Rest.WAITS));
  }

  @Test
  void aRetryableFailureOnTheLastReceiveDoesNotHoldItsLane() {
    assertThat(verdict(released(), received(5))).matches(VerdictsTest::goesOn);
    assertThat(verdict(released(), received(6))).matches(VerdictsTest::goesOn);
    assertThat(verdict(released(), received(4))).matches(verdict -> !goesOn(verdict));
  }

  @Test
  void aMessageInFlightComesBackWithinASecondAfterTheLease() {
    SplittableRandom random = new SplittableRandom(2);
    Verdicts verdicts =
        new Verdicts(Backoff.standard(), OptionalInt.of(5), random, ConsumerMode.ENFORCE);
    Outcome inFlight = new Outcome.InFlight(NOW.plusSeconds(20));

    assertThat(
            IntStream.range(0, 2000)
                .mapToObj(i -> verdicts.of(inFlight, received(1), NOW, LEASE_UNTIL))
                .map(VerdictsTest::wait))
        .allSatisfy(
            wait ->
                assertThat(wait)
                    .isGreaterThanOrEqualTo(Duration.ofSeconds(20))
                    .isLessThan(Duration.ofSeconds(21)))
        .anySatisfy(wait -> assertThat(wait).isGreaterThan(Duration.ofMillis(20_900)));
  }

  @Test
  void aLeaseThatHasJustLapsedIsNotWaitedFor() {
    assertThat(wait(verdict(new Outcome.InFlight(NOW.minusSeconds(3))))).isZero();
  }

  @Test
  void aDelayBelowZeroIsNone() {
    assertThat(wait(verdict(new Outcome.Released(WHY, Optional.of(Duration.ofSeconds(-1)), 1))))
        .isZero();
  }

  private static Verdict verdict(Outcome outcome) {
    return verdict(outcome, received(1));
  }

  private static Verdict verdict(Outcome outcome, Message message) {
    return new Verdicts(Backoff.standard(), OptionalInt.of(5), () -> 0L, ConsumerMode.ENFORCE)
        .of(outcome, message, NOW, LEASE_UNTIL);
  }

  private static Outcome released() {
    return new Outcome.Released(WHY, Optional.empty(), 1);
  }

  private static Message received(int times) {
    return TestMessages.withSystem(Map.of("ApproximateReceiveCount", Integer.toString(times)));
  }

  private static Fail fail(Duration after, Rest rest) {
    return new Fail(Optional.of(after), rest);
  }

  private static boolean goesOn(Verdict verdict) {
    return ((Fail) verdict).rest() == Rest.GOES_ON;
  }

  private static Duration wait(Verdict verdict) {
    return ((Fail) verdict).visibleAfter().orElseThrow();
  }

  @Test
  void withoutAKnownNumberOfReceivesNoneIsTheLast() {
    Verdict verdict =
        new Verdicts(Backoff.standard(), OptionalInt.empty(), () -> 0L, ConsumerMode.ENFORCE)
            .of(released(), received(1000), NOW, LEASE_UNTIL);

    assertThat(verdict).matches(it -> !goesOn(it));
  }
}
