package dev.effectivelyonce.powertools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import software.amazon.lambda.powertools.idempotency.Idempotency;
import software.amazon.lambda.powertools.idempotency.exceptions.IdempotencyPersistenceLayerException;

/** What if the store does not answer, before a write or after it, or races are lost. */
class FaultsTest {
  private final Bench bench = Bench.plain();
  private final AtomicInteger runs = new AtomicInteger();
  private final Callable<String> effect = () -> "run " + runs.incrementAndGet();

  @Test
  void aMethodDoesNotRunWithoutAClaim() throws Exception {
    bench.store.failNext(Verb.CLAIM, 1);

    assertNotAnswered();

    assertThat(runs).hasValue(0);
    assertThat(bench.shop.place("o-1", effect)).isEqualTo("run 1");
  }

  @Test
  void aClaimWhoseAnswerIsLostIsGivenBackAndTheNextCallRuns() throws Exception {
    bench.store.loseAnswerOfNext(Verb.CLAIM, 1);

    assertThatThrownBy(() -> bench.shop.place("o-1", effect))
        .hasRootCauseInstanceOf(StoreException.class);

    assertThat(bench.record().status()).isEqualTo(Status.RETRYABLE);
    assertThat(bench.shop.place("o-1", effect)).isEqualTo("run 1");
  }

  @Test
  void aCompletionThatIsNeverAnsweredFailsTheCallAndTheLeaseLapses() throws Exception {
    Idempotency.registerLambdaContext(new TestContext(bench.clock, Duration.ofSeconds(20)));
    bench.store.failNext(Verb.COMPLETE, 1_000);

    assertNotAnswered();

    assertThat(bench.record().status()).isEqualTo(Status.INPROGRESS);
    assertThat(bench.clock.instant()).isBefore(bench.record().leaseUntil());
  }

  @Test
  void aReleaseThatIsNeverAnsweredKeepsTheMethodsOwnException() {
    Idempotency.registerLambdaContext(new TestContext(bench.clock, Duration.ofSeconds(20)));
    bench.store.failNext(Verb.RELEASE, 1_000);
    IllegalStateException thrown = new IllegalStateException();

    assertThatThrownBy(() -> bench.shop.place("o-1", Bench.failing(thrown))).isSameAs(thrown);

    assertThat(thrown.getSuppressed()).singleElement().isInstanceOf(StoreException.class);
  }

  @Test
  void aRecordThatCantBeReadIsToldAndTheMethodDoesNotRun() throws Exception {
    bench.shop.place("o-1", effect);
    bench.store.failNext(Verb.FIND, 1);

    assertNotAnswered();
    assertThat(runs).hasValue(1);
  }

  @Test
  void aRecordThatGoesBetweenTheClaimAndItsReadIsClaimedAnew() throws Exception {
    bench.shop.place("o-1", effect);
    bench.store.beforeNext(
        Verb.FIND, () -> bench.memory.forget(bench.record(), bench.clock.instant()));

    assertThat(bench.shop.place("o-1", effect)).isEqualTo("run 2");
  }

  @Test
  void aClaimThatLapsesBetweenTheClaimAndItsReadIsTakenOver() throws Exception {
    Crash.afterClaim(bench, "o-1");
    bench.store.beforeNext(Verb.FIND, bench::lapse);

    assertThat(bench.shop.place("o-1", effect)).isEqualTo("run 1");
    assertThat(bench.record().attempt()).isEqualTo(2);
  }

  private void assertNotAnswered() {
    assertThatThrownBy(() -> bench.shop.place("o-1", effect))
        .isInstanceOf(IdempotencyPersistenceLayerException.class)
        .hasRootCauseInstanceOf(StoreException.class);
  }
}
