package dev.effectivelyonce.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.batch.Disposition.Fail;
import dev.effectivelyonce.batch.Disposition.Rest;
import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.retry.Backoff;
import dev.effectivelyonce.core.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DispositionsTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final Instant LEASE_UNTIL = NOW.plusSeconds(32);
  private static final ErrorSummary WHY = new ErrorSummary("why");

  /** A message of a source without an order. */
  private record Received(int receiveCount) implements SourceMessage {
    @Override
    public Optional<String> messageId() {
      return Optional.of("m-1");
    }

    @Override
    public boolean isOrdered() {
      return false;
    }

    @Override
    public Map<String, Optional<String>> logFields() {
      return Map.of();
    }
  }

  private final StoreException fault =
      new StoreException(StoreException.Kind.THROTTLED, "Throttled", "Wait", null);

  @Test
  void whatIsDoneIsAcknowledged() {
    assertThat(disposition(new Outcome.Executed(StoredResult.none(), 1)))
        .isEqualTo(new Disposition.Acknowledge());
    assertThat(disposition(new Outcome.Duplicate(StoredResult.none())))
        .isEqualTo(new Disposition.Acknowledge());
  }

  @Test
  void whatNeverRunsAgainGoesToTheDeadLetterQueueAndItsLaneGoesOn() {
    for (Outcome outcome :
        List.of(
            new Outcome.Failed(WHY, 1),
            new Outcome.AlreadyFailed(WHY),
            new Outcome.Held(WHY),
            new Outcome.KeyReused())) {
      assertThat(disposition(outcome)).isInstanceOf(Disposition.DeadLetter.class);
    }
    assertThat(disposition(new Outcome.AlreadyFailed(WHY)))
        .isEqualTo(new Disposition.DeadLetter("Failed before: why"));
  }

  @Test
  void aSourceThatCountsNothingGivesUpAfterTheAttemptsOfTheRecord() {
    Dispositions dispositions =
        new Dispositions(
            RetryPolicy.ofAttempts(Backoff.standard(), OptionalInt.of(3)),
            () -> 0L,
            ConsumerMode.ENFORCE);

    assertThat(dispositions.of(released(2), received(1), NOW, LEASE_UNTIL))
        .isEqualTo(fail(Duration.ofSeconds(1), Rest.WAITS));
    assertThat(dispositions.of(released(3), received(1), NOW, LEASE_UNTIL))
        .isEqualTo(new Disposition.DeadLetter("Given up after 3 attempts: why"));
  }

  @Test
  void whatMayRunAgainHoldsItsLane() {
    assertThat(disposition(released())).isEqualTo(fail(Duration.ofSeconds(1), Rest.WAITS));
    assertThat(disposition(new Outcome.StoreFailed(fault)))
        .isEqualTo(fail(Duration.ofSeconds(1), Rest.WAITS));
    assertThat(disposition(new Outcome.NotStarted(Outcome.Reason.DEADLINE)))
        .isEqualTo(fail(Duration.ofSeconds(1), Rest.WAITS));
    assertThat(disposition(new Outcome.Unrecorded(fault, 1)))
        .isEqualTo(fail(Duration.ofSeconds(32), Rest.WAITS));
    assertThat(disposition(new Outcome.Superseded(1)))
        .isEqualTo(new Fail(Optional.empty(), Rest.WAITS));
  }

  @Test
  void aRetryableFailureOnTheLastReceiveDoesNotHoldItsLane() {
    assertThat(disposition(released(), received(5))).matches(DispositionsTest::goesOn);
    assertThat(disposition(released(), received(6))).matches(DispositionsTest::goesOn);
    assertThat(disposition(released(), received(4))).matches(disposition -> !goesOn(disposition));
  }

  @Test
  void aMessageInFlightComesBackWithinASecondAfterTheLease() {
    SplittableRandom random = new SplittableRandom(2);
    Dispositions dispositions = dispositions(Backoff.standard(), OptionalInt.of(5), random);
    Outcome inFlight = new Outcome.InFlight(NOW.plusSeconds(20));

    assertThat(
            IntStream.range(0, 2000)
                .mapToObj(i -> dispositions.of(inFlight, received(1), NOW, LEASE_UNTIL))
                .map(DispositionsTest::wait))
        .allSatisfy(
            wait ->
                assertThat(wait)
                    .isGreaterThanOrEqualTo(Duration.ofSeconds(20))
                    .isLessThan(Duration.ofSeconds(21)))
        .anySatisfy(wait -> assertThat(wait).isGreaterThan(Duration.ofMillis(20_900)));
  }

  @Test
  void aLeaseThatHasJustLapsedIsNotWaitedForLongerThanTheBackoff() {
    assertThat(wait(disposition(new Outcome.InFlight(NOW.minusSeconds(3)))))
        .isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void whatIsNotTheMessagesFaultNeverComesBackBeforeTheBackoff() {
    for (Outcome outcome :
        List.of(
            released(),
            new Outcome.Released(WHY, Optional.of(Duration.ofSeconds(5)), 1),
            new Outcome.StoreFailed(fault),
            new Outcome.NotStarted(Outcome.Reason.LEASE_LAPSED),
            new Outcome.InFlight(NOW.plusSeconds(5)),
            new Outcome.Unrecorded(fault, 1))) {
      assertThat(wait(disposition(outcome, received(9)))).isEqualTo(Duration.ofSeconds(150));
    }
  }

  @Test
  void aMessageThatCantBeReadForNowHoldsItsLaneUntilItsLastReceive() {
    Dispositions dispositions = dispositions(Backoff.standard(), OptionalInt.of(5), () -> 0L);

    assertThat(dispositions.deferred(received(4)))
        .isEqualTo(fail(Duration.ofSeconds(8), Rest.WAITS));
    assertThat(dispositions.deferred(received(5)))
        .isEqualTo(fail(Duration.ofSeconds(16), Rest.GOES_ON));
  }

  @Test
  void aMessageBehindAFailureComesBackWithItUnlessItHasFewerReceivesLeft() {
    Dispositions dispositions = dispositions(Backoff.standard(), OptionalInt.of(20), () -> 0L);
    Fail failed = fail(Duration.ofSeconds(40), Rest.WAITS);
    Fail untouched = new Fail(Optional.empty(), Rest.WAITS);

    assertThat(dispositions.behind(failed, received(1))).isEqualTo(failed);
    assertThat(dispositions.behind(failed, received(9)))
        .isEqualTo(fail(Duration.ofSeconds(150), Rest.WAITS));
    assertThat(dispositions.behind(untouched, received(9))).isEqualTo(untouched);
  }

  /** The one that it waits for may run again, and nothing may overtake that. */
  @Test
  void aMessageBehindAFailureThatWaitsHoldsItsLaneOnItsLastReceiveToo() {
    Dispositions dispositions = dispositions(Backoff.standard(), OptionalInt.of(5), () -> 0L);

    assertThat(dispositions.behind(fail(Duration.ofSeconds(40), Rest.WAITS), received(5)))
        .isEqualTo(fail(Duration.ofSeconds(40), Rest.WAITS));
  }

  @Test
  void aDelayCountsWhereItIsLongerThanTheBackoff() {
    assertThat(wait(delayed(-1))).isEqualTo(Duration.ofSeconds(1));
    assertThat(wait(delayed(7))).isEqualTo(Duration.ofSeconds(7));
  }

  private static Disposition delayed(int seconds) {
    return disposition(new Outcome.Released(WHY, Optional.of(Duration.ofSeconds(seconds)), 1));
  }

  private static Disposition disposition(Outcome outcome) {
    return disposition(outcome, received(1));
  }

  private static Disposition disposition(Outcome outcome, SourceMessage message) {
    return dispositions(Backoff.standard(), OptionalInt.of(5), () -> 0L)
        .of(outcome, message, NOW, LEASE_UNTIL);
  }

  private static Dispositions dispositions(
      Backoff backoff, OptionalInt maxReceiveCount, RandomGenerator random) {
    return new Dispositions(
        new RetryPolicy(backoff, maxReceiveCount, Optional.empty()), random, ConsumerMode.ENFORCE);
  }

  private static Outcome released() {
    return released(1);
  }

  private static Outcome released(int attempt) {
    return new Outcome.Released(WHY, Optional.empty(), attempt);
  }

  private static SourceMessage received(int times) {
    return new Received(times);
  }

  private static Fail fail(Duration after, Rest rest) {
    return new Fail(Optional.of(after), rest);
  }

  private static boolean goesOn(Disposition disposition) {
    return ((Fail) disposition).rest() == Rest.GOES_ON;
  }

  private static Duration wait(Disposition disposition) {
    return ((Fail) disposition).visibleAfter().orElseThrow();
  }

  @Test
  void withoutAKnownNumberOfReceivesNoneIsTheLast() {
    Disposition disposition =
        dispositions(Backoff.standard(), OptionalInt.empty(), () -> 0L)
            .of(released(), received(1000), NOW, LEASE_UNTIL);

    assertThat(disposition).matches(it -> !goesOn(it));
  }
}
