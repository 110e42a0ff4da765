package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static dev.effectivelyonce.tests.engine.Story.assertTold;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.Request;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.WriteTimestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a delivery comes to, and what record it leaves behind. */
class OutcomesTest {
  private final Bench bench = new Bench(RERUN);
  private final Effect effect = new Effect();

  @Test
  void eachStoryEndsAsTold() {
    assertTold(
        """
        # what a delivery and the next come to
        RERUN completes freeze:5s completes -> Executed#1=r1 Duplicate=r1 | COMPLETED#1… ran 1
        RERUN nothing completes -> Executed#1 Duplicate | COMPLETED#1 ran 1
        RERUN completes expire completes -> Executed#1=r1 Executed#1=r2 | COMPLETED#1… ran 2
        RERUN {freeze:5s {} completes} -> InFlight(25s) Executed#1=r1 | COMPLETED#1… ran 1
        RERUN retries completes -> Released#1(busy) Executed#2=r2 | COMPLETED#2… ran 2
        RERUN retries:3m record? completes
          -> Released#1(busy)+3m [RETRYABLE#1…] Executed#2=r2 | COMPLETED#2… ran 2
        RERUN fails completes -> Failed#1(closed) AlreadyFailed(closed) | FAILED#1… ran 1
        HOLD throws completes -> Held(Exception) Held(Exception) | UNKNOWN#1… ran 1
        # a context without time left touches nothing
        RERUN late:20s completes calls?:CLAIM -> NotStarted(DEADLINE) CLAIM*0 | absent ran 0
        RERUN late:19.999s completes calls?:CLAIM -> Executed#1=r1 CLAIM*1 | COMPLETED#1=r1 ran 1
        """);
  }

  @Test
  void theFirstDeliveryIsExecutedAndItsResultKept() {
    assertThat(bench.deliver(effect)).isEqualTo(new Outcome.Executed(Effect.resultOf(1), 1));

    IdempotencyRecord record = bench.record();
    assertThat(record.status()).isEqualTo(Status.COMPLETED);
    assertThat(record.result()).isEqualTo(Effect.resultOf(1));
    assertThat(record.stamp()).isEqualTo(WriteTimestamp.of(bench.clock.instant(), Bench.RETENTION));
    assertThat(record.error()).isEmpty();
    assertThat(record.readableKey()).isEmpty();
  }

  @Test
  void theHandlerLearnsItsAttempt() {
    Request request = bench.request();

    bench.engine.execute(request, effect);

    assertThat(effect.runs)
        .containsExactly(
            new Attempt(
                Bench.ORDERS,
                Bench.KEY,
                bench.record().id(),
                new AttemptId("owner-1"),
                1,
                request.stopAt(),
                effect.runs.getFirst().steps(),
                effect.runs.getFirst().claim(),
                bench.record().generation(),
                Optional.empty()));
  }

  @Test
  void aLeaseThatOutlastsTheRetentionIsTheCallersBug() {
    Instant now = bench.clock.instant();
    Request endless =
        new Request(
            Bench.KEY, now.plusSeconds(1), now.plusSeconds(1), now.plus(Duration.ofDays(20)));

    assertThatIllegalArgumentException().isThrownBy(() -> bench.engine.execute(endless, effect));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Request(Bench.KEY, now, now, now.minusMillis(1)));
    assertThat(effect.count()).isZero();
  }
}
