package dev.effectivelyonce.powertools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.Transition.Kind;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.StoredResult.Omitted;
import dev.effectivelyonce.core.record.StoredResult.Reason;
import dev.effectivelyonce.core.record.WriteTimestamp;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.lambda.powertools.idempotency.IdempotencyConfig;
import software.amazon.lambda.powertools.idempotency.exceptions.IdempotencyAlreadyInProgressException;
import software.amazon.lambda.powertools.idempotency.exceptions.IdempotencyPersistenceLayerException;
import software.amazon.lambda.powertools.idempotency.exceptions.IdempotencyValidationException;

/** What callers of an annotated method meet. */
class IdempotentMethodTest {
  private static final Payment PAYMENT = new Payment("p-1", 1250);

  private final AtomicInteger runs = new AtomicInteger();
  private final Callable<String> effect = () -> "run " + runs.incrementAndGet();

  private static IdempotencyConfig validating() {
    return Bench.config(IdempotentMethodTest::validating);
  }

  private static IdempotencyConfig.Builder validating(IdempotencyConfig.Builder config) {
    return config.withEventKeyJMESPath("paymentId").withPayloadValidationJMESPath("amountCents");
  }

  @Test
  void aMethodRunsOnceAndDuplicatesGetItsResult() throws Exception {
    Bench bench = Bench.plain();

    assertThat(bench.shop.place("o-1", effect)).isEqualTo("run 1");
    assertThat(bench.shop.place("o-1", effect)).isEqualTo("run 1");

    assertThat(runs).hasValue(1);
    assertThat(bench.record().status()).isEqualTo(Status.COMPLETED);
    assertThat(bench.record().id().value()).startsWith("testFunction.place#");
    assertThat(bench.kinds()).containsExactly(Kind.CLAIMED, Kind.EXECUTED, Kind.DUPLICATE);
  }

  @Test
  void aResultIsKeptAsJson() throws Exception {
    Bench bench = Bench.plain();

    bench.shop.pay(PAYMENT, () -> new Receipt("p-1", 7));

    assertThat(bench.record().result())
        .isEqualTo(new StoredResult.Text("{\"paymentId\":\"p-1\",\"number\":7}"));
    assertThat(bench.shop.pay(PAYMENT, () -> new Receipt("p-1", 8)))
        .isEqualTo(new Receipt("p-1", 7));
  }

  @Test
  void aNullResultIsNullForDuplicates() throws Exception {
    Bench bench = Bench.plain();

    assertThat(bench.shop.pay(PAYMENT, () -> null)).isNull();
    assertThat(bench.shop.pay(PAYMENT, () -> new Receipt("p-1", 8))).isNull();
  }

  @Test
  void anExceptionGivesTheClaimBackAndTheNextCallTakesOver() throws Exception {
    Bench bench = Bench.plain();
    IllegalStateException declined = new IllegalStateException("declined");

    assertThatThrownBy(() -> bench.shop.place("o-1", Bench.failing(declined))).isSameAs(declined);
    assertThat(bench.record().status()).isEqualTo(Status.RETRYABLE);
    assertThat(bench.record().error().map(ErrorSummary::text))
        .hasValueSatisfying(why -> assertThat(why).startsWith("java.lang.IllegalStateException"));

    assertThat(bench.shop.place("o-1", effect)).isEqualTo("run 1");
    assertThat(bench.record().attempt()).isEqualTo(2);
  }

  @Test
  void underHoldAnExceptionWaitsForAnOperator() {
    Bench bench = Bench.holding();
    IllegalStateException unclear = new IllegalStateException("a timeout of the gateway");
    assertThatThrownBy(() -> bench.shop.place("o-1", Bench.failing(unclear))).isSameAs(unclear);

    assertThatThrownBy(() -> bench.shop.place("o-1", effect))
        .isInstanceOf(IdempotencyPersistenceLayerException.class)
        .cause()
        .isInstanceOfSatisfying(
            AttemptRefusedException.class,
            refused -> assertThat(refused.outcome()).isInstanceOf(Outcome.Held.class));
    assertThat(runs).hasValue(0);
    assertThat(bench.record().status()).isEqualTo(Status.UNKNOWN);
  }

  @Test
  void aSettledCompletionIsADuplicateWithoutAResult() throws Exception {
    Bench bench = Bench.holding();
    assertThatThrownBy(() -> bench.shop.pay(PAYMENT, Bench.failing(new IllegalStateException())));
    WriteTimestamp now = WriteTimestamp.of(bench.clock.instant(), Bench.EXPIRATION);
    bench.memory.settle(bench.record(), Settlement.COMPLETED, now);

    assertThat(bench.shop.pay(PAYMENT, () -> new Receipt("p-1", 8))).isNull();
  }

  @Test
  void aCallThatRunsElsewhereIsInProgress() throws Exception {
    Bench bench = Bench.plain();

    bench.shop.place(
        "o-1",
        () -> {
          assertThatThrownBy(() -> Bench.elsewhere(() -> bench.shop.place("o-1", effect)))
              .hasRootCauseInstanceOf(IdempotencyAlreadyInProgressException.class);
          return "first";
        });

    assertThat(runs).hasValue(0);
    assertThat(bench.shop.place("o-1", effect)).isEqualTo("first");
  }

  @Test
  void aCallWhoseProcessDiedIsTakenOverWhenItsLeaseLapses() throws Exception {
    Bench bench = Bench.plain();
    Crash.afterClaim(bench, "o-1");
    assertThatThrownBy(() -> bench.shop.place("o-1", effect))
        .isInstanceOf(IdempotencyAlreadyInProgressException.class);

    bench.lapse();

    assertThat(bench.shop.place("o-1", effect)).isEqualTo("run 1");
    assertThat(bench.record().attempt()).isEqualTo(2);
  }

  @Test
  void aKeyThatComesWithAnotherPayloadIsRefused() throws Exception {
    Bench bench = Bench.of(it -> it, validating());
    bench.shop.pay(PAYMENT, () -> new Receipt("p-1", 7));

    assertThatThrownBy(() -> bench.shop.pay(new Payment("p-1", 9999), () -> null))
        .isInstanceOf(IdempotencyValidationException.class);
    assertThat(bench.shop.pay(PAYMENT, () -> null)).isEqualTo(new Receipt("p-1", 7));
  }

  @Test
  void anotherPayloadIsRefusedAfterAReleaseToo() {
    Bench bench = Bench.of(it -> it, validating());
    assertThatThrownBy(() -> bench.shop.pay(PAYMENT, Bench.failing(new IllegalStateException())));

    assertThatThrownBy(() -> bench.shop.pay(new Payment("p-1", 9999), () -> null))
        .isInstanceOf(IdempotencyValidationException.class);
  }

  @Test
  void withTheLocalCacheADuplicateAsksNoStore() throws Exception {
    Bench bench = Bench.caching();
    bench.shop.place("o-1", effect);
    bench.transitions.clear();

    assertThat(bench.shop.place("o-1", effect)).isEqualTo("run 1");
    assertThat(bench.transitions).isEmpty();
  }

  @Test
  void theLocalCacheForgetsWhatExpires() throws Exception {
    Bench bench = Bench.caching();
    bench.shop.place("o-1", effect);

    bench.clock.advance(Bench.EXPIRATION.plusSeconds(1));

    assertThat(bench.shop.place("o-1", effect)).isEqualTo("run 2");
  }

  @Test
  void theLocalCacheRefusesAnotherPayload() throws Exception {
    Bench bench = Bench.of(it -> it, Bench.config(it -> validating(it).withUseLocalCache(true)));
    bench.shop.pay(PAYMENT, () -> new Receipt("p-1", 7));

    assertThatThrownBy(() -> bench.shop.pay(new Payment("p-1", 9999), () -> null))
        .isInstanceOf(IdempotencyValidationException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {350 * 1024 + 1, 500_000})
  void aResultThatIsTooLargeCompletesAndDuplicatesAreToldSo(int chars) throws Exception {
    Bench bench = Bench.plain();
    String large = "x".repeat(chars);

    assertThat(bench.shop.place("o-1", () -> large)).isEqualTo(large);

    assertThat(bench.record().result()).isEqualTo(new Omitted(Reason.TOO_LARGE, chars));
    assertThatThrownBy(() -> bench.shop.place("o-1", effect))
        .isInstanceOf(IdempotencyPersistenceLayerException.class)
        .hasRootCauseInstanceOf(AttemptRefusedException.class);
    assertThat(runs).hasValue(0);
  }

  @Test
  void aResultThatIsNoJsonCompletesAndIsNotRunAgain() throws Exception {
    Bench bench = Bench.plain();
    Object unwritable = new Object();

    assertThat(bench.shop.anything("o-1", () -> unwritable)).isSameAs(unwritable);

    assertThat(bench.record().status()).isEqualTo(Status.COMPLETED);
    assertThatThrownBy(() -> bench.shop.anything("o-1", Object::new))
        .hasRootCauseInstanceOf(AttemptRefusedException.class);
  }
}
