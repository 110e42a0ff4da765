package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Status;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** An attempt that outlives its lease, while others decide about its record. */
class ZombieTest {
  private static final Handler COMPLETES = attempt -> HandlerResult.completed("of the zombie");
  private static final Handler RETRIES = attempt -> HandlerResult.retry("of the zombie");
  private static final Handler FAILS = attempt -> HandlerResult.fail("of the zombie");
  private static final Handler THROWS =
      attempt -> {
        throw new IllegalStateException();
      };

  private static Stream<Arguments> endsOfBoth() {
    return ends().flatMap(zombie -> ends().map(next -> Arguments.of(zombie, next)));
  }

  private static Stream<Named<Handler>> ends() {
    return Stream.of(
        Named.of("completes", COMPLETES),
        Named.of("retries", RETRIES),
        Named.of("fails", FAILS),
        Named.of("throws", THROWS));
  }

  /** Runs the zombie; inside of its handler its lease lapses and then the rest happens. */
  private static Outcome zombie(Bench bench, Handler end, Runnable meanwhile) {
    return bench.deliver(
        attempt -> {
          bench.lapse();
          meanwhile.run();
          return end.handle(attempt);
        });
  }

  @ParameterizedTest(name = "zombie {0}, next {1}")
  @MethodSource("endsOfBoth")
  void theNextAttemptsEndStands(Handler zombieEnd, Handler nextEnd) {
    Bench bench = new Bench(RERUN);
    AtomicReference<IdempotencyRecord> left = new AtomicReference<>();

    Outcome outcome =
        zombie(
            bench,
            zombieEnd,
            () -> {
              bench.deliver(nextEnd);
              left.set(bench.record());
            });

    assertThat(outcome).isEqualTo(new Outcome.Superseded(1));
    assertThat(bench.record()).isEqualTo(left.get());
    assertThat(bench.record().attempt()).isEqualTo(2);
  }

  @ParameterizedTest(name = "zombie {0}")
  @MethodSource("ends")
  void anAttemptThatStillRunsKeepsItsClaim(Handler zombieEnd) {
    Bench bench = new Bench(RERUN);
    AtomicReference<IdempotencyRecord> running = new AtomicReference<>();

    Outcome outcome =
        zombie(
            bench,
            zombieEnd,
            () -> {
              Crash.between(bench, new Effect());
              running.set(bench.record());
            });

    assertThat(outcome).isEqualTo(new Outcome.Superseded(1));
    bench.assertRecord(Status.INPROGRESS, 2);
    assertThat(bench.record()).isEqualTo(running.get());
  }

  @Test
  void aHeldRecordStaysHeldWhenTheZombieCompletes() {
    Bench bench = new Bench(HOLD);

    Outcome outcome = zombie(bench, COMPLETES, () -> bench.deliver(new Effect()));

    assertThat(outcome).isEqualTo(new Outcome.Superseded(1));
    bench.assertRecord(Status.UNKNOWN, 1);
  }

  @Test
  void aHeldRecordStaysHeldWhenTheZombieThrows() {
    Bench bench = new Bench(HOLD);

    Outcome outcome = zombie(bench, THROWS, () -> bench.deliver(new Effect()));

    assertThat(outcome).isInstanceOf(Outcome.Held.class);
    bench.assertRecord(Status.UNKNOWN, 1);
  }

  @Test
  void anOperatorsRetryStandsAgainstTheZombiesCompletion() {
    Bench bench = new Bench(RERUN);

    Outcome outcome = zombie(bench, COMPLETES, () -> bench.settle(Settlement.RETRYABLE));

    assertThat(outcome).isEqualTo(new Outcome.Superseded(1));
    bench.assertRecord(Status.RETRYABLE, 1);
  }

  @Test
  void anOperatorsCompletionAgreesWithTheZombiesOwn() {
    Bench bench = new Bench(RERUN);

    Outcome outcome = zombie(bench, COMPLETES, () -> bench.settle(Settlement.COMPLETED));

    assertThat(outcome.isDone()).isTrue();
    bench.assertRecord(Status.COMPLETED, 1);
  }

  @Test
  void anOperatorsCompletionStandsAgainstTheZombiesFailure() {
    Bench bench = new Bench(RERUN);

    Outcome outcome = zombie(bench, FAILS, () -> bench.settle(Settlement.COMPLETED));

    assertThat(outcome).isEqualTo(new Outcome.Superseded(1));
    bench.assertRecord(Status.COMPLETED, 1);
  }

  @Test
  void aForgottenRecordIsNotRevived() {
    Bench bench = new Bench(RERUN);

    Outcome outcome =
        zombie(bench, COMPLETES, () -> bench.memory.forget(bench.record(), bench.clock.instant()));

    assertThat(outcome).isEqualTo(new Outcome.Superseded(1));
    bench.assertRecord(Status.RETRYABLE, 1);
  }

  @Test
  void aZombieThatNobodyTookOverCompletes() {
    Bench bench = new Bench(HOLD);

    assertThat(zombie(bench, COMPLETES, () -> {}).isDone()).isTrue();
    bench.assertRecord(Status.COMPLETED, 1);
  }

  @Test
  void anEarlierZombieIsRefusedByEveryLaterAttempt() {
    Bench bench = new Bench(RERUN);

    Outcome outcome =
        zombie(
            bench,
            COMPLETES,
            () -> {
              bench.deliver(RETRIES);
              bench.deliver(THROWS);
              bench.deliver(new Effect());
            });

    assertThat(outcome).isEqualTo(new Outcome.Superseded(1));
    bench.assertRecord(Status.COMPLETED, 4);
    assertThat(bench.record().result()).isEqualTo(Effect.resultOf(4));
  }
}
